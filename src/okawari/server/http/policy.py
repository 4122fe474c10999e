"""What the page may do in a browser, for the server and for static sites."""

from __future__ import annotations

#: The content security policy. WebAssembly may be compiled, but no text is run as a script.
PAGE_POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'"
)
#: The same as a header, which can also say who may show the page in a frame.
POLICY_HEADER = f"{PAGE_POLICY}; frame-ancestors 'none'"
