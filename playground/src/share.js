// The state of the page in the fragment of its address, which browsers do not send to servers.

async function through(bytes, stream) {
  const response = new Response(new Blob([bytes]).stream().pipeThrough(stream));
  return new Uint8Array(await response.arrayBuffer());
}

/** The fragment for a state: compressed JSON in base64 for URLs. The number is the version of the format. */
export async function encodeState(state) {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const packed = await through(bytes, new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  return `1.${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** The state of a fragment, or `undefined` if there is no valid one. */
export async function decodeState(fragment) {
  const [version, data] = fragment.replace(/^#/, "").split(".");
  if (version !== "1" || !data) return undefined;
  try {
    const binary = atob(data.replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const state = JSON.parse(new TextDecoder().decode(await through(packed, new DecompressionStream("deflate-raw"))));
    return typeof state.text === "string" ? state : undefined;
  } catch {
    return undefined;
  }
}
