import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

// One classic script, which a page of the file system may load.
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  build: {
    outDir: fileURLToPath(new URL('../../tests/e2e/output/bare', import.meta.url)),
    emptyOutDir: true,
    lib: { entry: 'bare.ts', formats: ['iife'], name: 'bare', fileName: () => 'bare.js' },
  },
})
