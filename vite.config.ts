import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { PACK, packOf } from './schemas/app-pack.ts'

const server = 'http://localhost:3000'
/** Vite's, for files that have their content's hash in their name. */
const HASHED_FOLDER = 'assets'
/** The company is the host's first label, so the development proxy must hand the browser's Host header on unchanged. */
const toServer = { target: server, changeOrigin: false }

/**
 * Schedule-X carries the words of its own header, which the agenda does not show, in 36 languages: 12 kB compressed in the first screen.
 * Only French stays; a release that words this otherwise stops the build.
 */
const scheduleXInFrench: Plugin = {
  name: 'schedule-x-in-french',
  transform(code, id) {
    if (!id.endsWith('/@schedule-x/calendar/dist/core.js')) return null
    const french = code
      .replace(/^const translations = \{[^}]*\bfrFR,[^}]*\};$/m, 'const translations = { frFR };')
      .replace(/^const (datePicker|calendar|timePicker)(?!FrFR)[A-Z]\w+ = \{\n[\s\S]*?^\};$/gm, '')
      .replace(/^const (?!frFR)\w+ = \{\n(\s+\.\.\.(datePicker|calendar|timePicker)\w+,\n)+\};$/gm, '')
    if (!french.includes('const translations = { frFR };') || french.includes('Vandaag'))
      this.error('the translations of Schedule-X were not found')
    return { code: french, map: null }
  },
}

/**
 * What unpacks the pictures of a PDF would do it in a worker that it makes of its own text, which the content security policy does not allow.
 * Documents are made in a worker already: there it unpacks in place. A release that words this otherwise stops the build.
 */
const unpackInPlace: Plugin = {
  name: 'unpack-in-place',
  transform(code, id) {
    if (!id.endsWith('/png-js/lib/png-js.browser.js')) return null
    const inPlace = code
      .replace("import { unzlib } from 'fflate'", "import { unzlibSync } from 'fflate'")
      .replace(/const inflate = unzlib\s*;/, 'const inflate = (data, done) => done(null, unzlibSync(data));')
    if (/\bunzlib\b/.test(inPlace) || !inPlace.includes('unzlibSync(data)')) this.error('png-js unpacks otherwise')
    return { code: inPlace, map: null }
  },
}

/** What a device installs. json and gz: the built-in map of France and its communes, which must be there without a network. */
const TYPES: Readonly<Record<string, string>> = {
  js: 'application/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  json: 'application/json; charset=utf-8',
  gz: 'application/gzip',
}
const typeOf = (name: string): string | undefined => TYPES[extname(name).slice(1)]

/** What compressing a file is worth: below, the answer's headers weigh more. */
const WORTH_COMPRESSING = 1024
const COMPRESSIBLE = /\.(js|css|html|svg|json|pack)$/
const compress = promisify(brotliCompress)

/**
 * Makes the pack that the service worker installs the app from (src/sw.ts), and compresses, once, what the server would compress for each
 * device. After the service worker's list of files was made: neither belongs to it.
 */
const packedFiles: Plugin = {
  name: 'packed-files',
  apply: 'build',
  closeBundle: {
    sequential: true,
    order: 'post',
    async handler() {
      const folder = this.environment.config.build.outDir
      const hashed = (await readdir(join(folder, HASHED_FOLDER))).sort()
      const files = await Promise.all(
        hashed.map(async (name) => {
          const bytes = new Uint8Array(await readFile(join(folder, HASHED_FOLDER, name)))
          return { path: `/${HASHED_FOLDER}/${name}`, type: typeOf(name) ?? '', bytes }
        }),
      )
      await writeFile(join(folder, PACK), Buffer.concat(packOf(files.filter(({ type }) => type !== ''))))
      const names = (await readdir(folder, { recursive: true })).filter((name) => COMPRESSIBLE.test(name))
      await Promise.all(
        names.map(async (name) => {
          const file = await readFile(join(folder, name))
          if (file.length < WORTH_COMPRESSING) return
          const params = { [constants.BROTLI_PARAM_SIZE_HINT]: file.length, [constants.BROTLI_PARAM_QUALITY]: 9 }
          await writeFile(join(folder, `${name}.br`), await compress(file, { params }))
        }),
      )
    },
  },
}

/**
 * Left to itself the build makes a file for every set of screens that share something: four hundred, most of them of a kilobyte, and a device
 * pays for each when it installs the app. Together: what every page starts with, what is small everywhere, and areas that are used whole.
 * More than this was tried, by size and by area: the first screens then load what they do not show.
 */
const PARTS: Rolldown.CodeSplittingGroup[] = [
  { name: 'start', tags: ['$initial'] },
  { name: 'icons', test: /@tabler\/icons-react/ },
  { name: 'space', test: /\/src\/features\/space\// },
  // Of this area a company's people load nothing.
  { name: 'admin', test: /\/src\/(features\/admin|app\/admin-frame)\// },
]

export default defineConfig({
  define: {
    __BUILD_DATE__: JSON.stringify(process.env.BUILD_DATE ?? new Date().toISOString()),
    __BUILD_ID__: JSON.stringify(process.env.BUILD_ID ?? 'local'),
  },
  build: {
    // The supported browsers: public/browser-check.js turns older ones away, .ci/newer-apis.ts keeps the code to what these have.
    target: ['chrome111', 'edge111', 'firefox126', 'safari16.4', 'ios16.4'],
    outDir: process.env.OUT_DIR ?? 'dist',
    emptyOutDir: true,
    sourcemap: false,
    // The content security policy allows no inline script; nothing is inlined into the page either.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The map's library: a chunk of its own, loaded when a map is first shown. It is published as one file, minified already (1,110 kB,
    // 1,070 of them left here), which no bundler can divide: 900 would have to be a smaller library.
    chunkSizeWarningLimit: 1100,
    rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups: PARTS } } },
  },
  worker: { format: 'es', plugins: () => [unpackInPlace] },
  server: { proxy: { '/api': toServer, '/config.json': toServer, '/manifest.webmanifest': toServer } },
  plugins: [
    react(),
    scheduleXInFrench,
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
        globPatterns: [`**/*.{${Object.keys(TYPES).join(',')}}`],
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
      },
      devOptions: { enabled: false },
    }),
    packedFiles,
  ],
})
