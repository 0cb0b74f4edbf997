import { COMMAND_NAMES, type CommandName, commandOf } from '../../schemas/commands.ts'
import { isPatchable, newRecord } from '../../schemas/entity.ts'
import { AppError } from '../../schemas/errors.ts'
import { overlay, same, type Values, wholeGroups } from '../../schemas/merge.ts'
import { USES } from '../../schemas/protocol.ts'
import { entityOf, type SyncedResource } from '../../schemas/resources.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import { entityValues, type LocalDoc } from '../store/local-record.ts'
import { referencesOf } from './causes.ts'
import {
  type Commands,
  type EditOptions,
  everyCommand,
  type LocalCommand,
  type SetsEdit,
  type Single,
} from './command-list.ts'
import { type Draft, enqueue, enqueueEdits, enqueueTogether } from './enqueue.ts'
import { needPv } from './files.ts'
import { knownUses } from './known-uses.ts'
import { basisOf, type Snapshot } from './snapshot.ts'
import { loadValidation } from './validation.ts'

/** Local writes (`Commands`) of a database. */
export function createCommands(db: LocalDatabase): Commands {
  /** One after the other, in the order of the calls (OUT-9): each reads what the one before it wrote. */
  let last: Promise<unknown> = Promise.resolve()
  const inTurn =
    (command: LocalCommand): LocalCommand =>
    (...given) => {
      const mine = last.then(() => command(...given))
      last = mine.catch(() => undefined)
      return mine
    }
  const each = commandsOn(db, (draft) => enqueue(db, draft))
  const together = async <T>(write: (commands: Single) => Promise<T>): Promise<T> => {
    const drafts: Draft[] = []
    const result = await write(commandsOn(db, async (draft) => void drafts.push(draft)))
    await enqueueTogether(db, drafts)
    return result
  }
  const all: Commands = { ...each, together }
  return everyCommand((name) => inTurn(all[name] as LocalCommand))
}

/** The commands, each of which hands over the draft of what it writes; those of many records write by themselves. */
function commandsOn(db: LocalDatabase, hand: (draft: Draft) => Promise<void>): Omit<Commands, 'together'> {
  const me = db.identity.account.replace(/^personnel:/, '')

  const need = async (resource: SyncedResource, id: string): Promise<LocalDoc> => {
    const [doc] = await db.of(resource).storageInstance.findDocumentsById([id], false)
    if (!doc || doc.sync?.hidden === 1)
      throw new AppError('NOT_FOUND', "Cet enregistrement n'est plus sur cet appareil.")
    return doc as LocalDoc
  }

  /**
   * Somebody may have deleted the record while a form was open: the form's edit is still sent, so that the server restores the record (MERGE-4) or
   * refuses it visibly. A record that my own unsent deletion hides cannot be edited.
   */
  const shownNow = async (resource: SyncedResource, id: string, opened: Snapshot | undefined): Promise<Values> => {
    const [doc] = await db.of(resource).storageInstance.findDocumentsById([id], false)
    const gone = doc === undefined && opened !== undefined
    return entityValues(entityOf(resource), gone ? opened : await need(resource, id))
  }

  const edit = async (
    resource: SyncedResource,
    id: string,
    given: { patch: (shown: Values) => Values; action: CommandName | 'update'; base?: Snapshot | undefined },
  ): Promise<void> => {
    const { assertNoIssues, patchIssues, recordIssues } = await loadValidation()
    const entity = entityOf(resource)
    const shown = await shownNow(resource, id, given.base)
    const asked = given.patch(shown)
    // The server checks the same, but its answer would come after the technician has left the site.
    const pv = commandOf(given.action)?.needsPv?.(asked) ? await needPv(db, id) : null
    const basis = given.base ? await basisOf(db, { resource, id, shown, snapshot: given.base, patch: asked }) : shown
    const changed = Object.fromEntries(Object.entries(asked).filter(([name, value]) => !same(value, basis[name])))
    if (Object.keys(changed).length === 0) return
    // A command sends its patch whole: a field that did not change may decide the route.
    const patch = wholeGroups(entity, basis, given.action === 'update' ? changed : asked)
    if (given.action === 'update') assertNoIssues(patchIssues(entity, patch))
    const base = Object.fromEntries(Object.keys(patch).map((name) => [name, basis[name] ?? null]))
    assertNoIssues(recordIssues(entity, overlay(entity, shown, patch, base)))
    await hand({
      resource,
      recordId: id,
      action: given.action,
      patch,
      base,
      seen: Number(basis.VERSION),
      query: {},
      ...(pv?.waiting ? { after: [pv.id] } : {}),
    })
  }

  /** Relative to what each record shows now: a set's edit names only what it adds and removes. Records that are no longer here are left out. */
  const editSets = async (
    resource: SyncedResource,
    ids: readonly string[],
    { field, add = [], remove = [] }: SetsEdit,
  ): Promise<string[]> => {
    const { assertNoIssues, patchIssues } = await loadValidation()
    const entity = entityOf(resource)
    if (entity.fields[field]?.merge !== 'set') throw new AppError('INTERNAL', `${resource}.${field} is no set`)
    const stored = await db.of(resource).storageInstance.findDocumentsById([...ids], false)
    const drafts = (stored as LocalDoc[]).flatMap((doc) => {
      const before = doc[field]
      if (doc.sync?.hidden === 1 || !Array.isArray(before)) return []
      const kept = before.filter((item) => !remove.includes(item))
      const after = [...kept, ...add.filter((item) => !kept.includes(item))]
      if (same(before, after)) return []
      assertNoIssues(patchIssues(entity, { [field]: after }))
      return [
        { recordId: String(doc[entity.key]), patch: { [field]: after }, base: { [field]: before }, seen: doc.VERSION },
      ]
    })
    if (drafts.length > 0) await enqueueEdits(db, resource, drafts)
    return drafts.map(({ recordId }) => recordId)
  }

  const ofAnyResource: Pick<Commands, 'create' | 'update' | 'remove' | 'restore' | 'editSets'> = {
    create: async (resource, values, options = {}) => {
      const entity = entityOf(resource)
      const id = options.id ?? uuidv7()
      const body: Values = { [entity.key]: id }
      for (const [name, value] of Object.entries(values as Values)) {
        // RES-05: a creation drops empty fields from the payload.
        if (value !== undefined && value !== null && value !== '' && name !== 'VERSION') body[name] = value
      }
      const { assertNoIssues, createIssues, recordIssues } = await loadValidation()
      assertNoIssues(createIssues(entity, body))
      assertNoIssues(recordIssues(entity, newRecord(entity, body)))
      const query: Record<string, string> = options.skipDuplicateCheck ? { skip_duplicate_check: 'true' } : {}
      await hand({ resource, recordId: id, action: 'create', patch: body, base: null, seen: 0, query })
      return id
    },
    update: async (resource, id, patch, { base } = {}) => {
      if (!id) throw new AppError('VALIDATION_ERROR', 'Primary key is required for update')
      const entity = entityOf(resource)
      const values: Values = {}
      for (const [name, value] of Object.entries(patch as Values)) {
        const field = entity.fields[name]
        if (value !== undefined && field && isPatchable(field)) values[name] = value
      }
      await edit(resource, id, { patch: () => values, action: 'update', base })
    },
    remove: async (resource, id) => {
      const doc = await need(resource, id)
      // The deletion of an appointment is a soft delete (decisions: deletion): its overlay is the flag itself.
      const patch: Values = resource === 'rdv' ? { SUPPRIME: 1 } : {}
      const known = await knownUses(db, { resource, id, version: doc.VERSION })
      const base: Values = {
        ...referencesOf(resource, entityValues(entityOf(resource), doc)),
        ...(resource === 'rdv' ? { SUPPRIME: doc.SUPPRIME ?? 0 } : {}),
        [USES]: known.uses,
      }
      await hand({
        resource,
        recordId: id,
        action: 'delete',
        patch,
        base,
        seen: doc.VERSION,
        query: {},
        after: known.after,
      })
    },
    editSets,
    restore: (resource, id) => edit(resource, id, { patch: () => ({ SUPPRIME: 0 }), action: 'update' }),
  }
  const ofOneResource = (action: CommandName) => {
    const { resource, patch } = commandOf(action)
    return (id: string, input: unknown, { base }: EditOptions = {}): Promise<void> => {
      const now = new Date().toISOString()
      return edit(resource, id, { patch: (record) => patch({ me, now, record }, input), action, base })
    }
  }
  const ofRecords = Object.fromEntries(COMMAND_NAMES.map((name) => [name, ofOneResource(name)])) as unknown as Single
  return { ...ofRecords, ...ofAnyResource }
}
