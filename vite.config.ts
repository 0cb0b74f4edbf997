import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

const server = 'http://localhost:3000'
/** The company is the host's first label, so the development proxy must hand the browser's Host header on unchanged. */
const toServer = { target: server, changeOrigin: false }

export default defineConfig({
  define: {
    __BUILD_DATE__: JSON.stringify(process.env.BUILD_DATE ?? new Date().toISOString()),
    __BUILD_ID__: JSON.stringify(process.env.BUILD_ID ?? 'local'),
  },
  build: {
    outDir: process.env.OUT_DIR ?? 'dist',
    emptyOutDir: true,
    sourcemap: false,
    // The content security policy allows no inline script; nothing is inlined into the page either.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': toServer, '/config.json': toServer, '/manifest.webmanifest': toServer } },
  plugins: [
    react(),
    VitePWA({
      strategies: 'injectManifest',
      registerType: 'prompt',
      injectRegister: false,
      srcDir: 'src',
      filename: 'sw.ts',
      scope: '/',
      // The server answers /manifest.webmanifest per host, with the company's name, colour and icon.
      manifest: false,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,png,woff2}'],
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
      },
      devOptions: { enabled: false },
    }),
  ],
})
