/** Imports a package in the version of this folder. */
export const load = (name) => import(name);
