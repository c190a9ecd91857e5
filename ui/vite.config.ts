/// <reference types="vitest/config" />
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import { defineConfig } from 'vite'
import { guidePlugin } from './guidePlugin.ts'

export default defineConfig({
  plugins: [guidePlugin(), svelte(), svelteTesting()],
  resolve: { alias: { $lib: fileURLToPath(new URL('./src/lib', import.meta.url)) } },
  // Tauri's window looks for exactly this address and must not be handed another one in silence.
  server: { port: 5173, strictPort: true },
  build: {
    // The oldest WebKitGTK the desk supports is 2.46, the first with `light-dark()`.
    target: 'safari17.5',
    // A font inlined as data: is refused by the content security policy.
    assetsInlineLimit: 0,
    // One window, read from the disk: splitting saves no download.
    chunkSizeWarningLimit: 1500,
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.ts'],
    setupFiles: ['src/test-setup.ts'],
    restoreMocks: true,
    // Only a test that hangs takes so long. On a busy machine the slowest test took more than the usual 5 s.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
