import { entityOf, SYNCED } from '../../schemas/resources.ts'
import { createVersions, STEPS, type VersionStep, type Versions } from '../../schemas/versions.ts'

/**
 * The releases of the app that a phone of the runs may have. `today` is this tree; its server is one of today too. `next` is this tree one version later.
 * `former` is this tree with other names of some fields, which the step to `next` renames: so both speak to one server, which is one of `next`.
 */
export type Release = 'today' | 'next' | 'former'

/** Names in the former release, by those of this tree: texts, days that are kept in a conflict, a set. Each field with the name is meant, of any resource. */
export const FORMER_NAMES: Readonly<Record<string, string>> = {
  OBSERVATIONS: 'REMARQUES',
  RDV_OBJET: 'SUJET',
  RELANCE_INTERMEDIAIRE: 'A_RAPPELER_LE',
  DATE_VALIDITE: 'VALABLE_JUSQUA',
  IDPERSONNELS: 'PARTICIPANTS',
}
export const PRESENT_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(FORMER_NAMES).map(([now, then]) => [then, now]),
)

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

/** What a release knows of an entry's patch: a former one shows an entry of a later one without the fields that it does not know (VER-3). */
export function knownTo(release: Release, { schemaVersion }: { schemaVersion: number }, field: string): boolean {
  return release !== 'former' || schemaVersion < NEXT.current || !(field in FORMER_NAMES)
}
