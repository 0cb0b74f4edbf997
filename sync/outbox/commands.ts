import { isPatchable, newRecord } from '../../schemas/entity.ts'
import { AppError } from '../../schemas/errors.ts'
import { overlay, same, type Values, wholeGroups } from '../../schemas/merge.ts'
import { USES } from '../../schemas/protocol.ts'
import { entityOf, type ResourceRecord, type SyncedResource } from '../../schemas/resources.ts'
import type { Canal, Relance } from '../../schemas/rules/relances.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import { entityValues, type LocalDoc } from '../store/local-record.ts'
import { referencesOf } from './causes.ts'
import { type Draft, enqueue } from './enqueue.ts'
import { needPv } from './files.ts'
import { knownUses } from './known-uses.ts'
import { basisOf, type Snapshot } from './snapshot.ts'
import { loadValidation } from './validation.ts'

export interface CreateOptions {
  /** RES-10: the user has seen the possible duplicates and continues. */
  skipDuplicateCheck?: boolean
  id?: string
}

/** For commands called by a form: what the form showed, which the edit is relative to (OUT-11). */
export interface EditOptions {
  /** Without it the edit is relative to what the record shows now: right for a single tap, wrong for a form that was open for a while. */
  base?: Snapshot | undefined
}

export interface DebriefValues {
  DEBRIEF_CATEGORIE: 0 | 1 | 2 | 3 | 4
  IDRDV_DEBRIEF: string | null
  DEBRIEF_COMMENTAIRE: string | null
}

/**
 * Local writes. Each resolves once the outbox holds it (strict durability) and the record shows it; none waits for the network. Bad input throws
 * AppError VALIDATION_ERROR, a record that is not on the device NOT_FOUND, and nothing is written.
 */
export interface Commands {
  create: <R extends SyncedResource>(
    resource: R,
    values: Partial<ResourceRecord<R>>,
    options?: CreateOptions,
  ) => Promise<string>
  update: <R extends SyncedResource>(
    resource: R,
    id: string,
    patch: Partial<ResourceRecord<R>>,
    options?: EditOptions,
  ) => Promise<void>
  remove: (resource: SyncedResource, id: string) => Promise<void>
  /** Undoes the deletion of an appointment. */
  restore: (resource: 'rdv', id: string) => Promise<void>
  debrief: (id: string, values: DebriefValues, options?: EditOptions) => Promise<void>
  cancelProjet: (
    id: string,
    values: { ID_MOTIF_SANS_SUITE: string; DATE_SANS_SUITE: string },
    options?: EditOptions,
  ) => Promise<void>
  /** Ends an intervention; « bon » needs its signed PV and is sent after it (INT-03). @throws AppError with the words of INT-02 */
  feedback: (id: string, feedback: 'bon' | 'mauvais') => Promise<void>
  /** Sends a quote to its customer: accepted when no mandatory mention is missing. */
  transmitDevis: (id: string) => Promise<void>
  /** Reminds a quote's customer: the server sends the mail or the SMS once it has this entry; a call is only noted. */
  relanceDevis: (id: string, canal: Canal) => Promise<void>
}

export function createCommands(db: LocalDatabase): Commands {
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
    given: { patch: Values; action: Draft['action']; after?: readonly string[]; base?: Snapshot | undefined },
  ): Promise<void> => {
    const { assertNoIssues, patchIssues, recordIssues } = await loadValidation()
    const entity = entityOf(resource)
    const shown = await shownNow(resource, id, given.base)
    const basis = given.base
      ? await basisOf(db, { resource, id, shown, snapshot: given.base, patch: given.patch })
      : shown
    const changed = Object.fromEntries(Object.entries(given.patch).filter(([name, value]) => !same(value, basis[name])))
    if (Object.keys(changed).length === 0) return
    // The feedback's value decides the route: it is sent even when it did not change.
    const patch = given.action === 'feedback' ? given.patch : wholeGroups(entity, basis, changed)
    if (given.action === 'update') assertNoIssues(patchIssues(entity, patch))
    const base = Object.fromEntries(Object.keys(patch).map((name) => [name, basis[name] ?? null]))
    assertNoIssues(recordIssues(entity, overlay(entity, shown, patch, base)))
    await enqueue(db, {
      resource,
      recordId: id,
      action: given.action,
      patch,
      base,
      seen: Number(basis.VERSION),
      query: {},
      ...(given.after ? { after: given.after } : {}),
    })
  }

  /** One after the other, in the order of the calls (OUT-9): each reads what the one before it wrote. */
  let last: Promise<unknown> = Promise.resolve()
  const inTurn =
    <A extends unknown[], T>(command: (...given: A) => Promise<T>) =>
    (...given: A): Promise<T> => {
      const mine = last.then(() => command(...given))
      last = mine.catch(() => undefined)
      return mine
    }

  const commands: Commands = {
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
      await enqueue(db, { resource, recordId: id, action: 'create', patch: body, base: null, seen: 0, query })
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
      await edit(resource, id, { patch: values, action: 'update', base })
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
      await enqueue(db, {
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
    restore: (resource, id) => edit(resource, id, { patch: { SUPPRIME: 0 }, action: 'update' }),
    debrief: (id, values, { base } = {}) =>
      edit('rdv', id, {
        patch: { ...values, DEBRIEF_LE: new Date().toISOString(), DEBRIEF_PAR: me },
        action: 'debrief',
        base,
      }),
    cancelProjet: (id, values, { base } = {}) => edit('projet', id, { patch: { ...values }, action: 'cancel', base }),
    feedback: async (id, FEEDBACK) => {
      // The server checks the same, but its answer would come after the technician has left the site.
      const pv = FEEDBACK === 'bon' ? await needPv(db, id) : null
      await edit('intervention', id, {
        patch: { FEEDBACK, DATE_FEEDBACK: new Date().toISOString() },
        action: 'feedback',
        after: pv?.waiting ? [pv.id] : [],
      })
    },
    transmitDevis: (id) =>
      edit('devis', id, { patch: { DATE_TRANSMISSION: new Date().toISOString() }, action: 'transmit' }),
    relanceDevis: async (id, CANAL) => {
      const known = (await need('devis', id)).RELANCES as Relance[]
      const fresh: Relance = { id: uuidv7(), LE: new Date().toISOString(), CANAL, IDPERSONNEL: me }
      await edit('devis', id, { patch: { RELANCES: [...known, fresh] }, action: 'relance' })
    },
  }
  return {
    // A generic signature is not kept by a wrapper's inference.
    create: inTurn(commands.create) as Commands['create'],
    update: inTurn(commands.update) as Commands['update'],
    remove: inTurn(commands.remove),
    restore: inTurn(commands.restore),
    debrief: inTurn(commands.debrief),
    cancelProjet: inTurn(commands.cancelProjet),
    feedback: inTurn(commands.feedback),
    transmitDevis: inTurn(commands.transmitDevis),
    relanceDevis: inTurn(commands.relanceDevis),
  }
}
