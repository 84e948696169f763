//! A real editor: Neovim opens a file and asks the server for its links.

use std::process::Command;

use crate::support::{PROGRAM, TempDir, skip};

/// Starts the server, waits for it, asks for the links of the buffer before and after a change, and prints them.
const SCRIPT: &str = r#"
local output = {}
local function links()
  local params = { textDocument = vim.lsp.util.make_text_document_params(0) }
  local answers = vim.lsp.buf_request_sync(0, "textDocument/documentLink", params, 20000)
  for _, answer in pairs(answers or {}) do
    for _, link in ipairs(answer.result or {}) do
      local from, to = link.range.start, link.range["end"]
      table.insert(output, string.format("%d:%d-%d:%d %s", from.line, from.character, to.line, to.character, link.target))
    end
  end
end
-- Later versions of Neovim prefer UTF-8.
local capabilities = vim.lsp.protocol.make_client_capabilities()
capabilities.general = { positionEncodings = { "utf-16" } }
local config = { name = "linkspan", cmd = { vim.env.LINKSPAN, "lsp" }, capabilities = capabilities }
-- Neovim 0.7 has no `start`, and 0.12 deprecates `start_client`.
local client = vim.lsp.start and vim.lsp.start(config) or vim.lsp.start_client(config)
vim.lsp.buf_attach_client(0, client)
vim.wait(20000, function()
  local started = vim.lsp.get_client_by_id(client)
  return started and started.initialized
end, 10)
links()
vim.api.nvim_buf_set_lines(0, 0, 0, false, { "🔗 new.example.com" })
links()
vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end, 10)
for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
  table.insert(output, string.format("%d %s", diagnostic.lnum, diagnostic.source))
end
vim.fn.writefile(output, vim.env.OUTPUT)
vim.lsp.stop_client(client)
vim.cmd("qall!")
"#;

#[test]
fn neovim_shows_links_and_diagnostics() {
    let is_installed = Command::new("nvim").arg("--version").output().is_ok();
    if !is_installed {
        skip("Neovim is not installed (apt-get install neovim)");
        return;
    }
    let directory = TempDir::new("lsp-neovim");
    directory.write(
        "notes.txt",
        "\u{1F517} see example.com/α\nhttp://аррӏе.com/\n",
    );
    directory.write("script.lua", SCRIPT);
    let output = directory.path().join("output.txt");
    let status = Command::new("nvim")
        .args([
            "--headless",
            "--clean",
            "-n",
            "notes.txt",
            "-c",
            "luafile script.lua",
        ])
        .current_dir(directory.path())
        .env("LINKSPAN", PROGRAM)
        .env("OUTPUT", &output)
        .env("XDG_STATE_HOME", directory.path())
        .env("XDG_CACHE_HOME", directory.path())
        .status()
        .expect("Neovim starts");
    assert!(status.success());
    let output = std::fs::read_to_string(output).expect("the output of the script");
    let mut lines: Vec<_> = output.lines().collect();
    lines.dedup();
    // Columns are UTF-16 units.
    assert_eq!(
        lines,
        [
            "0:7-0:20 https://example.com/%CE%B1",
            "1:0-1:17 http://xn--80ak6aa92e.com/",
            "0:3-0:18 https://new.example.com",
            "1:7-1:20 https://example.com/%CE%B1",
            "2:0-2:17 http://xn--80ak6aa92e.com/",
            "2 linkspan",
        ]
    );
}
