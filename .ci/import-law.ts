import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { fileURLToPath } from 'node:url'
import { circlesIn } from './circles.ts'
import { importsOf, relativeTarget } from './imports.ts'
import { importPath } from './reach.ts'
import { routeFaultsIn } from './route-law.ts'
import { sourceFiles } from './source-files.ts'

/**
 * The import law: which room may import which. `schemas` imports no room, browser and server share only `schemas`,
 * screens reach the network only through `sync`. A test beside the code follows its room's law, and may also use
 * `tests/support`, Node and test packages.
 */

type Room = 'schemas' | 'sync' | 'server' | 'documents' | 'src' | 'tests' | '.ci' | 'root'

interface RoomLaw {
  /** Rooms that it may import, itself included. */
  rooms: readonly Room[]
  /** The packages that it may import, or those that it must not. */
  packages?: { only: RegExp } | { never: RegExp; because: string }
  /** Its code also runs in a browser. */
  withoutNode?: true
}

const REACT = /^(react|react-dom|preact|@mantine\/.+|@tanstack\/react-.+|@schedule-x\/.+|@preact\/.+)$/

const LAW: Readonly<Record<Room, RoomLaw>> = {
  schemas: { rooms: ['schemas'], packages: { only: /^(typebox|dayjs)$/ }, withoutNode: true },
  documents: {
    rooms: ['documents', 'schemas'],
    packages: { only: /^(pdfkit|pdf-lib|@pdf-lib\/.+)$/ },
    withoutNode: true,
  },
  sync: {
    rooms: ['sync', 'schemas'],
    packages: { never: REACT, because: 'sync runs in a worker and in Node: it never imports React or its kin' },
    withoutNode: true,
  },
  server: {
    rooms: ['server', 'schemas', 'documents'],
    packages: { never: REACT, because: 'the server renders nothing: it never imports React or its kin' },
  },
  src: { rooms: ['src', 'sync', 'schemas', 'documents'], withoutNode: true },
  '.ci': { rooms: ['.ci'] },
  root: { rooms: ['root', '.ci', 'schemas'] },
  tests: { rooms: ['tests', 'schemas', 'documents', 'sync', 'server', 'src', '.ci', 'root'] },
}

interface Floors {
  /** Files of the room itself that stand below all. */
  base: readonly string[]
  /** Files of the room itself that stand above all, the others having no place; by default all but `base`. */
  top?: readonly string[]
  /** Folders, the lowest first; those of one list stand at one height. */
  rooms: readonly (string | readonly string[])[]
  /** A folder of this name belongs to the floor of this name wherever it stands. */
  anywhere?: string
}

/** In `rooms`: every folder that is not named. */
const OTHERS = 'the other folders'

/**
 * Rooms inside a room, the lowest first: code imports only its own and lower rooms, types included. A test beside the code may import
 * any of them.
 */
const FLOORS: Partial<Record<Room, Floors>> = {
  sync: {
    base: ['identity', 'retry', 'back-off', 'watch-again', 'join-signals', 'sha256'],
    rooms: ['net', 'store', 'apply', 'outbox', 'replicate', 'device'],
  },
  src: { base: [], rooms: ['text', 'ui', 'data', 'forms', 'domain', 'features', 'app'] },
  // What every request needs; rows and who may see them; what each area does with them; the calls of the API, which only the app names.
  server: {
    base: [],
    top: ['services', 'app', 'start', 'dev'],
    rooms: [['plugins', 'limits', 'installation'], ['policies', 'repositories'], OTHERS, 'routes'],
    anywhere: 'routes',
  },
}

/** The customer's space has no local database: what reads one shows staff's records, or nothing. */
const NOT_IN_SPACE = ['src/data/records/use-live.ts', 'src/data/database/local-data-provider.tsx']
const isSpace = (path: string): boolean => path.startsWith('src/features/space/') && !isTest(path)

/** Folders of src without the local database: a component of `ui` gets what it shows as props. */
const WITHOUT_SYNC = /^src\/ui\//

const SUPPORT = 'tests/support/'

export interface Violation {
  file: string
  line: number
  message: string
}

/** @param path from the root, with forward slashes */
export function violationsIn(path: string, source: string): Violation[] {
  const room = roomOf(path)
  if (!room) {
    const message = `there is no room for this file: the rooms are ${Object.keys(LAW).join(', ')}`
    return [{ file: path, line: 1, message }]
  }
  const homeless = placeFault(path)
  if (homeless) return [{ file: path, line: 1, message: homeless }]
  return importsOf(path, source).flatMap(({ specifier, line }) => {
    const target = relativeTarget(path, specifier)
    const broken = target === undefined ? packageFault({ path, room, specifier }) : fileFault({ path, room, target })
    return broken ? [{ file: path, line, message: `imports ${specifier}: ${broken}` }] : []
  })
}

function packageFault(found: { path: string; room: Room; specifier: string }): string | undefined {
  if (isTest(found.path)) return undefined
  const { packages, withoutNode } = LAW[found.room]
  if (isBuiltin(found.specifier)) {
    return withoutNode ? `${found.room} also runs in a browser: no module of Node` : undefined
  }
  if (!packages) return undefined
  const name = packageName(found.specifier)
  if ('only' in packages) {
    return packages.only.test(name) ? undefined : `${found.room} imports no package but ${allowed(packages.only)}`
  }
  return packages.never.test(name) ? packages.because : undefined
}

/** A new folder in a room with floors needs a place in their order. */
function placeFault(path: string): string | undefined {
  const room = roomOf(path)
  const parts = path.split('/')
  if (!room || !FLOORS[room] || isTest(path) || parts.length === 2 || floorOf(path)) return undefined
  return `${parts.slice(0, 2).join('/')} has no place in the order of ${room}: ${orderOf(FLOORS[room])}`
}

const orderOf = ({ rooms }: Floors): string => rooms.map((one) => [one].flat().join(' and ')).join(', ')

function fileFault({ path, room, target }: { path: string; room: Room; target: string }): string | undefined {
  const into = roomOf(target)
  if (!into) return 'it leads outside the rooms'
  if (/\.test(\.tsx?)?$/.test(target)) return 'nothing imports a test'
  if (into === 'tests' && room !== 'tests') {
    return isTest(path) && target.startsWith(SUPPORT) ? undefined : 'nothing outside tests imports tests'
  }
  if (!LAW[room].rooms.includes(into)) return roomFault(room, into)
  if (into === 'sync' && WITHOUT_SYNC.test(path) && !isTest(path))
    return 'src/ui shows its props: it never imports sync'
  return floorFault(path, target) ?? (room === 'src' ? featureFault(path, target) : undefined)
}

function floorFault(path: string, target: string): string | undefined {
  if (isTest(path)) return undefined
  const [own, other] = [floorOf(path), floorOf(target)]
  if (!own || !other || own.room !== other.room || other.height <= own.height) return undefined
  return `${own.name} stands below ${other.name}: the order is ${own.order}, the room itself`
}

/** Undefined for a room without floors, for a folder that is no floor, such as that of its tests, and for a file without a place. */
function floorOf(path: string): { room: Room; name: string; height: number; order: string } | undefined {
  const room = roomOf(path)
  const floors = room && FLOORS[room]
  if (!floors) return undefined
  const order = orderOf(floors)
  const [, folder = '', ...inside] = path.split('/')
  if (inside.length === 0) {
    const height = fileHeight(floors, folder.replace(/\.ts$/, ''))
    return height === undefined ? undefined : { room, name: path, height, order }
  }
  const named = inside.length > 1 && inside[0] === floors.anywhere ? `${folder}/${inside[0]}` : folder
  const floor = named === folder ? folder : floors.anywhere
  const known = floors.rooms.findIndex((one) => [one].flat().includes(floor ?? ''))
  const height = known < 0 ? floors.rooms.indexOf(OTHERS) : known
  return height < 0 ? undefined : { room, name: `${room}/${named}`, height, order }
}

function fileHeight({ base, top, rooms }: Floors, name: string): number | undefined {
  if (base.includes(name)) return -1
  return !top || top.includes(name) ? rooms.length : undefined
}

function roomFault(room: Room, into: Room): string {
  const others = LAW[room].rooms.filter((other) => other !== room)
  const may = others.length === 0 ? 'no other room' : `only ${others.join(', ')}`
  return `${room} never imports ${into} (it may import ${may})`
}

/** Holds for tests too, which the order of floors does not bind. */
function featureFault(path: string, target: string): string | undefined {
  const feature = featureOf(target)
  if (feature === undefined || path.startsWith('src/app/')) return undefined
  const own = featureOf(path)
  if (own === feature) return undefined
  if (own === undefined) return `${path.split('/').slice(0, 2).join('/')} never imports a feature`
  return `the feature ${own} never imports the feature ${feature} (what two share goes to src/domain)`
}

function featureOf(path: string): string | undefined {
  const [src, features, name] = path.split('/')
  return src === 'src' && features === 'features' ? name?.replace(/\.tsx?$/, '') : undefined
}

function roomOf(path: string): Room | undefined {
  const [first = '', ...rest] = path.split('/')
  if (first === '..') return undefined
  if (rest.length === 0) return 'root'
  return isRoom(first) ? first : undefined
}

function isRoom(name: string): name is Room {
  return name !== 'root' && Object.hasOwn(LAW, name)
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path)
}

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

function allowed(only: RegExp): string {
  return only.source.replace(/[\^$()\\]/g, '').replaceAll('|', ', ')
}

function targetsOf(file: string): string[] {
  return importsOf(file, readFileSync(file, 'utf8')).flatMap(({ specifier }) => relativeTarget(file, specifier) ?? [])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = sourceFiles()
  const violations = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    return [...violationsIn(file, source), ...routeFaultsIn(file, source)]
  })
  for (const { file, line, message } of violations) console.error(`${file}:${line} ${message}`)
  const imports = new Map(files.map((file) => [file, targetsOf(file)]))
  const circles = circlesIn(imports)
  for (const circle of circles) console.error(`These files import each other: ${circle.join(', ')}`)
  const reached = NOT_IN_SPACE.map((to) => importPath(imports, { starts: isSpace, to })).filter((path) => path !== null)
  for (const path of reached) console.error(`The customer's space has no local database: ${path.join(' → ')}`)
  const faults = violations.length + circles.length + reached.length
  if (faults === 0) console.log(`${files.length} files keep the import law`)
  process.exitCode = faults === 0 ? 0 : 1
}
