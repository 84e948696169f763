/* See https://example.com/c. */
const char *url = "https://example.com/api";
connect("http://localhost:3000/");
