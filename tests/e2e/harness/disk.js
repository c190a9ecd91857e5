// Disks that a test can fill and make read-only, and folders it can lock. Both need root. Tests in a container usually
// run as root, and permissions alone do not stop root.

import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The reason why a test with its own disk or lock cannot run here, or `false`. */
export const noDisks = process.getuid?.() !== 0 && "to mount a disk or to lock a folder takes root";

/**
 * Mounts a disk of 256 KiB in a folder until the test ends.
 * @param {import("node:test").TestContext} t
 */
export async function smallDisk(t, folder) {
  await mkdir(folder, { recursive: true });
  await run("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", folder]);
  t.after(() => run("umount", ["--lazy", folder]));
  const filler = join(folder, ".filler");
  return {
    /** Fills the disk to the last byte. */
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
 * Returns a function that locks a folder with its contents against all writers, or unlocks it. The folder is unlocked
 * when the test ends, in any case.
 * @param {import("node:test").TestContext} t
 */
export function lockable(t, folder) {
  const lock = (on) => run("chattr", ["-R", on ? "+i" : "-i", folder]);
  t.after(() => lock(false));
  return lock;
}
