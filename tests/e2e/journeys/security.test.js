// A compromised page can do nothing beyond the desk's own commands.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { openDesk } from "../harness/desk.js";

test("the page can run no text as code, reach no address and call no command that is not listed", async (t) => {
  const desk = await openDesk(t);
  await desk.finds(".cm-content");
  await writeFile(join(desk.project, "../outside.md"), "Not the project's.\n");

  const inPage = (script, ...args) => desk.browser.executeAsync(script, ...args);
  const invoke = (command, args) =>
    inPage(
      (name, input, done) =>
        globalThis.__TAURI_INTERNALS__.invoke(name, input).then(
          () => done("allowed"),
          (reason) => done(reason?.code ?? String(reason)),
        ),
      command,
      args,
    );

  await t.test("text is not run as code", async () => {
    const outcome = await desk.browser.execute(() => {
      globalThis.ran = false;
      const script = document.createElement("script");
      script.textContent = "globalThis.ran = true";
      document.head.append(script);
      try {
        globalThis.eval("globalThis.ran = true");
      } catch (error) {
        return { refusal: error.name, ran: globalThis.ran };
      }
      return { ran: globalThis.ran };
    });
    assert.deepEqual(outcome, { refusal: "EvalError", ran: false });
  });

  await t.test("no address is reached, not even this machine's", async () => {
    let asked = 0;
    const server = createServer((_, response) => {
      asked += 1;
      response.setHeader("Access-Control-Allow-Origin", "*").end("reached");
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    try {
      const { port } = server.address();
      for (const url of ["https://example.org/", `http://127.0.0.1:${port}/`, `http://localhost:${port}/`]) {
        const outcome = await inPage((address, done) => {
          let refused = null;
          document.addEventListener("securitypolicyviolation", (event) => (refused = event.effectiveDirective), { once: true });
          fetch(address).then(
            () => done("reached"),
            // The report of the violation arrives in a later task.
            () => setTimeout(() => done(refused)),
          );
        }, url);
        assert.equal(outcome, "connect-src", url);
      }
      assert.equal(asked, 0);
    } finally {
      server.close();
    }
  });

  await t.test("only listed commands answer", async () => {
    for (const command of ["plugin:fs|read_text_file", "plugin:opener|open_url", "plugin:window|close", "memory:clear:all"]) {
      const outcome = await invoke(command, { path: "/etc/hostname", url: "https://example.org", label: "main" });
      assert.match(outcome, /not allowed|not found/, command);
    }
    assert.equal(await invoke("desk:file:list", {}), "allowed");
  });

  await t.test("a file outside the project is not read", async () => {
    for (const path of ["../outside.md", "Part One/../../outside.md", join(desk.project, "../outside.md")]) {
      assert.equal(await invoke("desk:file:read", { path }), "OUTSIDE_PROJECT", path);
    }
  });
});
