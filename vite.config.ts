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

/** Before these French puts a space that no line is broken at, and after « too. */
const HELD_SPACE = /(?<=«) | (?=[:;?!»%€])/g
/** Words that other programs read again. */
const NOT_PROSE = /\/(articles-csv|export)\.ts$/

/** The texts of a parsed file: strings, but for names of properties, and the parts of templates. */
function* textsOf(node: unknown): Generator<{ start: number; end: number }> {
  if (Array.isArray(node)) for (const one of node) yield* textsOf(one)
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return
  const { type, value, start, end, key, ...rest } = node as Record<string, unknown>
  const isText = (type === 'Literal' && typeof value === 'string') || type === 'TemplateElement'
  if (isText) yield { start: start as number, end: end as number }
  else for (const child of [value, ...Object.values(rest)]) yield* textsOf(child)
}

/** On a narrow phone « À payer : 10 € » must not begin a line with the colon. The sources keep ordinary spaces, which a person sees and types. */
const frenchSpaces: Plugin = {
  name: 'french-spaces',
  transform(code, id) {
    if (!id.includes('/src/text/') || NOT_PROSE.test(id)) return null
    let held = ''
    let from = 0
    for (const { start, end } of [...textsOf(this.parse(code))].sort((a, b) => a.start - b.start)) {
      held += code.slice(from, start) + code.slice(start, end).replace(HELD_SPACE, '\u00a0')
      from = end
    }
    return { code: held + code.slice(from), map: null }
  },
}

/**
 * RxDB's channel between tabs has three ways, of which the supported browsers need one: public/browser-check.js turns away what has no BroadcastChannel.
 * The two others are 2 kB compressed. A release that words this otherwise stops the build.
 */
const nativeChannel: Plugin = {
  name: 'native-channel',
  transform(code, id) {
    if (!id.endsWith('/broadcast-channel/dist/esbrowser/method-chooser.js')) return null
    const native = code
      .replace(/^import \{ (IndexedDBMethod|LocalstorageMethod) \} from .*$/gm, '')
      .replace(
        /var METHODS = \[NativeMethod,\s*\/\/ fastest\s*IndexedDBMethod, LocalstorageMethod\];/,
        'var METHODS = [NativeMethod];',
      )
    if (/IndexedDBMethod|LocalstorageMethod/.test(native)) this.error('broadcast-channel chooses its way otherwise')
    return { code: native, map: null }
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
let isBroken = false
const packedFiles: Plugin = {
  name: 'packed-files',
  apply: 'build',
  buildEnd(error) {
    isBroken = error !== undefined
  },
  closeBundle: {
    sequential: true,
    order: 'post',
    async handler() {
      // What broke the build is told; that its files are not there would hide it.
      if (isBroken) return
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

/** What the first screens of the staff are made of, by the files that their loading names (src/app/head-start.ts). */
const FIRST_SCREENS = {
  staff: ['/src/app/shell/manager-layout.tsx', '/src/data/database/local-data.ts'],
  agenda: [
    '/src/features/agenda/agenda-screen.tsx',
    '/src/features/agenda/calendar/time-grid.tsx',
    '/src/data/database/read-weeks.ts',
  ],
  dashboard: ['/src/features/dashboard/dashboard-screen.tsx'],
  // Beside them, not before them.
  database: ['/src/data/database/database-code.ts'],
}
/** Screens of people who load nothing of the staff's. */
const OF_OTHERS = /\/src\/features\/(space|login|confidentialite)\//

const LOGIN = /\/src\/features\/login\//
/** Characters of a module that is not worth a file. */
const SMALL = 1500

/** Areas of people who use most of it: each is one file. Of « admin » a company's people load nothing. */
const AREAS = { space: /\/src\/features\/space\//, admin: /\/src\/(features\/admin|app\/admin-frame)\// }

/** The name of an icon is the name of its file. */
const ICON = /\/node_modules\/@tabler\/.*\/(\w+)\.mjs$/
const TYPEBOX = /\/node_modules\/typebox\//
/** What declares the fields of a record, and what checks their types. */
const TYPEBOX_FIELDS = /\/typebox\/build\/(type\/types|system\/memory|system\/settings|guard)\//
const TYPE_ENGINE = /\/typebox\/build\/type\/engine\/instantiate\./

const isOurs = (id: string): boolean => !id.includes('/node_modules/')
/** Libraries that are imported through one file of theirs: whoever imports something of them seems to import all of it. */
const OF_ONE_FILE = /\/node_modules\/@(mantine|tabler)\//

type Modules = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

/** These modules and what they import, before they run or, with `later`, ever. */
function reachedFrom(starts: Iterable<string>, modules: Modules, later = false): Set<string> {
  const reached = new Set(starts)
  for (const id of reached) {
    const info = modules.getModuleInfo(id)
    for (const next of info?.importedIds ?? []) reached.add(next)
    if (later) for (const next of info?.dynamicallyImportedIds ?? []) reached.add(next)
  }
  return reached
}

/** By module, the file of which it is a part. */
function partsOfFirstScreens(modules: Modules): Map<string, string> {
  const idOf = (path: string): string => {
    const id = `${import.meta.dirname}${path}`
    if (modules.getModuleInfo(id) === null) throw new Error(`The build has no ${path}`)
    return id
  }
  const first = Object.values(FIRST_SCREENS).flat().map(idOf)
  const all = [...reachedFrom([idOf('/src/app/main.tsx')], modules, true)]
  const begun = all.filter((id) => (modules.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0 && !first.includes(id))
  const ofOthers = reachedFrom(
    begun.filter((id) => OF_OTHERS.test(id)),
    modules,
  )
  const ofStaff = reachedFrom(
    begun.filter((id) => !OF_OTHERS.test(id)),
    modules,
  )
  const of = (name: keyof typeof FIRST_SCREENS): Set<string> => reachedFrom(FIRST_SCREENS[name].map(idOf), modules)
  const [staff, agenda, dashboard, database] = [of('staff'), of('agenda'), of('dashboard'), of('database')]
  const parts = new Map<string, string>()
  const screens = new Set([...staff, ...agenda, ...dashboard])
  const named = new Set(
    [...screens].filter(isOurs).flatMap((id) => modules.getModuleInfo(id)?.code?.match(/\bIcon[A-Z]\w*/g) ?? []),
  )
  for (const id of screens) {
    const icon = ICON.exec(id)
    // Every icon needs what is no icon itself.
    if (icon && (named.has(icon[1] ?? '') || !icon[1]?.startsWith('Icon'))) parts.set(id, 'first-icons')
  }
  // Their fields are declared with TypeBox, which checks nothing there: the files that lead to its type engine (40 kB) come with the first check.
  const leadsToEngine = (id: string): boolean => [...reachedFrom([id], modules)].some((one) => TYPE_ENGINE.test(one))
  for (const id of screens) if (TYPEBOX_FIELDS.test(id) && !leadsToEngine(id)) parts.set(id, 'typebox-fields')
  for (const [area, test] of Object.entries(AREAS)) {
    const elsewhere = reachedFrom(
      [idOf('/src/app/main.tsx'), ...first, ...begun.filter((id) => !test.test(id))],
      modules,
    )
    const here = reachedFrom(
      begun.filter((id) => test.test(id)),
      modules,
    )
    // What the area alone needs would stand in the file of one of its screens, which all of the area would then import back.
    for (const id of here) if (isOurs(id) && !elsewhere.has(id)) parts.set(id, area)
  }
  const ofLogin = reachedFrom(
    begun.filter((id) => LOGIN.test(id)),
    modules,
  )
  const isSmall = (id: string): boolean => (modules.getModuleInfo(id)?.code?.length ?? SMALL) < SMALL
  for (const id of new Set([...staff, ...agenda, ...dashboard, ...database])) {
    // What the first screens share with the customers': a file for each would cost more than what is in it.
    if (isOurs(id) && isSmall(id) && ofOthers.has(id) && !ofLogin.has(id) && !first.includes(id) && !begun.includes(id))
      parts.set(id, 'small')
    // What is begun by itself stays a file by itself: a part that holds it names exports that it does not have.
    if (ofOthers.has(id) || first.includes(id) || begun.includes(id) || OF_ONE_FILE.test(id) || TYPEBOX.test(id))
      continue
    // What the database shares with a screen lies beside both: neither loads the other for it.
    const isShared = staff.has(id) || [agenda, dashboard, database].filter((one) => one.has(id)).length > 1
    const screen = agenda.has(id) ? 'agenda' : dashboard.has(id) ? 'dashboard' : null
    const own = screen && (ofStaff.has(id) ? `${screen}-shared` : screen)
    parts.set(id, isShared ? 'staff' : (own ?? 'database'))
  }
  return parts
}

let parts: Map<string, string> | undefined
const partOfFirstScreens = (id: string, modules: Modules): string | null => {
  parts ??= partsOfFirstScreens(modules)
  return parts.get(id) ?? null
}

/**
 * Left to itself the build makes a file for every set of screens that share something: four hundred, most of them of a kilobyte, and a device
 * pays for each when it installs the app, and again when it starts. Together: what every page starts with, what the first screens start with, what is
 * small everywhere, and areas that are used whole. More than this was tried, by size and by area: the first screens then load what they do not show.
 */
const PARTS: Rolldown.CodeSplittingGroup[] = [
  { name: 'start', tags: ['$initial'] },
  { name: partOfFirstScreens, debugName: 'first screens' },
  { name: 'icons', test: ICON },
  ...Object.entries(AREAS).map(([name, test]) => ({ name, test })),
]

/**
 * The files of which all imports are asked for at once. For every other file the first script would bear the names of all that it imports, 13 kB compressed;
 * a screen that a person opens later shares most of them with the first ones.
 */
const ASKED_AT_ONCE =
  /\/(dashboard-screen|agenda-screen|time-grid|manager-layout|local-data|database-code|login-screen)-/

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
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, needs) =>
        ASKED_AT_ONCE.test(file) ? needs : needs.filter((need) => need.endsWith('.css')),
    },
    // The map's library: a chunk of its own, loaded when a map is first shown. It is published as one file, minified already (1,110 kB,
    // 1,070 of them left here), which no bundler can divide: 900 would have to be a smaller library.
    chunkSizeWarningLimit: 1100,
    rolldownOptions: {
      // TypeBox does not say so itself: whoever took one of its functions had all of its files.
      treeshake: { moduleSideEffects: [{ test: TYPEBOX, sideEffects: false }] },
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: PARTS } },
    },
  },
  worker: { format: 'es', plugins: () => [nativeChannel, unpackInPlace] },
  server: { proxy: { '/api': toServer, '/config.json': toServer, '/manifest.webmanifest': toServer } },
  plugins: [
    react(),
    scheduleXInFrench,
    nativeChannel,
    frenchSpaces,
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
