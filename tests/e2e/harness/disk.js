// Disks that a test can fill and make read-only, and folders it can lock. Both take root, which a container's tests usually
// are: permissions alone keep root from nothing.

import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Why a test with a disk or a lock of its own cannot be run here, or false. */
export const noDisks = process.getuid?.() !== 0 && "to mount a disk or to lock a folder takes root";

/**
 * Mounts a disk of a few hundred kilobytes in a folder, until the test ends.
 * @param {import("node:test").TestContext} t
 */
export async function smallDisk(t, folder) {
  await mkdir(folder, { recursive: true });
  await run("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", folder]);
  t.after(() => run("umount", ["--lazy", folder]));
  const filler = join(folder, ".filler");
  return {
    /** Leaves no byte free. */
    async fill() {
      for (const bytes of [256, 64, 16, 4, 1].map((kilobytes) => kilobytes * 1024)) {
        await writeFile(filler, Buffer.alloc(bytes), { flag: "a" }).catch((error) => {
          if (error.code !== "ENOSPC") throw error;
        });
      }
    },
    clear: () => rm(filler),
    readOnly: (on) => run("mount", ["-o", `remount,${on ? "ro" : "rw"}`, folder]),
  };
}

/**
 * Returns a function that takes the permission to write to a folder and its contents from everybody, or gives it back.
 * The permission is given back in any case when the test ends.
 * @param {import("node:test").TestContext} t
 */
export function lockable(t, folder) {
  const lock = (on) => run("chattr", ["-R", on ? "+i" : "-i", folder]);
  t.after(() => lock(false));
  return lock;
}
