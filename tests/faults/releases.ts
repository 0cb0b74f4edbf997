import { entityOf, SYNCED } from '../../schemas/resources.ts'
import { createVersions, STEPS, type VersionStep, type Versions } from '../../schemas/versions.ts'
import { everyCommand, type LocalCommand } from '../../sync/outbox/command-list.ts'
import type { TabDevice } from './tab-device.ts'

/**
 * The releases of the app that a phone of the runs may have. `today` is this tree; its server is one of today too. `next` is this tree one version later.
 * `former` is this tree with other names of some fields, which the step to `next` renames: so both speak to one server, which is one of `next`.
 */
export type Release = 'today' | 'next' | 'former'

/** Names in the former release, by those of this tree: texts, days that are kept in a conflict, a set. Each field with the name is meant, of any resource. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  OBSERVATIONS: 'REMARQUES',
  RDV_OBJET: 'SUJET',
  RELANCE_INTERMEDIAIRE: 'A_RAPPELER_LE',
  DATE_VALIDITE: 'VALABLE_JUSQUA',
  IDPERSONNELS: 'PARTICIPANTS',
}
const PRESENT_NAMES = Object.fromEntries(Object.entries(FORMER_NAMES).map(([now, then]) => [then, now]))

const renamedOf = (fields: object): Record<string, string> =>
  Object.fromEntries(Object.entries(PRESENT_NAMES).filter(([, now]) => now in fields))

const STEP: VersionStep = {
  date: '2027-01-01',
  resources: Object.fromEntries(
    SYNCED.map((resource) => {
      const renamed = renamedOf(entityOf(resource).fields)
      // A field that only the former release has.
      return [resource, resource === 'client' ? { renamed, removed: { FAX: null } } : { renamed }]
    }),
  ),
}

/** Versions that the server of the runs serves. */
export const NEXT: Versions = createVersions([...STEPS, STEP])

const MADE = 'createVersions()'
const words = new RegExp(`\\b(${Object.keys(FORMER_NAMES).join('|')})\\b`, 'g')

/** Makes one release of a module of the product. @param file its path */
export function moduleOf(release: Release, code: string, file: string): string {
  if (release === 'former') return code.replace(words, (name) => FORMER_NAMES[name] ?? name)
  if (release === 'today' || !file.endsWith('/schemas/versions.ts')) return code
  if (!code.includes(MADE)) throw new Error(`${file} no longer makes its versions by ${MADE}`)
  return code.replace(MADE, `createVersions([...STEPS, ${JSON.stringify(STEP)}])`)
}

type Names = Readonly<Record<string, string>>

/** The same value with other names of fields: as keys, and as texts that are a field's name. */
function withNames(value: unknown, names: Names): unknown {
  if (typeof value === 'string') return names[value] ?? value
  if (Array.isArray(value)) return value.map((one) => withNames(one, names))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [names[key] ?? key, withNames(one, names)]))
}

/** A tab of either release, which people and the rig speak to by the names of this tree. */
export function byPresentNames(device: TabDevice, release: Release): TabDevice {
  if (release === 'today') return device
  const told = async <T>(value: Promise<T>): Promise<T> => withNames(await value, PRESENT_NAMES) as T
  const read: TabDevice = {
    ...device,
    entries: () => told(device.entries()),
    outbox: () => told(device.outbox()),
    shown: (resource, id) => told(device.shown(resource, id)),
    contents: () => told(device.contents()),
  }
  if (release === 'next') return read
  const said =
    (call: LocalCommand): LocalCommand =>
    (...given) =>
      told(call(...given.map((one) => withNames(one, FORMER_NAMES))))
  const sayAll = <T extends object>(calls: T): T =>
    Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, said(call as LocalCommand)])) as T
  const { commands, resolver } = device
  return {
    ...read,
    commands: {
      ...everyCommand((name) => said(commands[name] as LocalCommand)),
      together: (write) => commands.together((one) => write(sayAll(one))),
    },
    resolver: sayAll(resolver),
  }
}

/** What a release knows of an entry's patch: a former one shows an entry of a later one without the fields that it does not know (VER-3). */
export function knownTo(release: Release, { schemaVersion }: { schemaVersion: number }, field: string): boolean {
  return release !== 'former' || schemaVersion < NEXT.current || !(field in FORMER_NAMES)
}
