import { wallClock } from '../../schemas/dates.ts'
import type { Values } from '../../schemas/merge.ts'
import type { ResourceRecord, SyncedResource } from '../../schemas/resources.ts'
import { type AnnouncedRdv, annonceRefusal } from '../../schemas/rules/annonces.ts'
import { reponseRefusal } from '../../schemas/rules/demandes.ts'
import { isClosed } from '../../schemas/rules/project-lists.ts'
import { genreOf } from '../../schemas/rules/what-to-tell.ts'
import type { ActContext, Written } from './act-types.ts'

/** What the office does with customers: their requests (DAY-05), messages about their appointments (DAY-09); and notices, which tell people of all of it (DAY-07). */
export const REQUEST_ACTS = ['take', 'answer', 'convert', 'after-sales', 'notify', 'read-notice'] as const
type RequestAct = (typeof REQUEST_ACTS)[number]

export const isRequestAct = (kind: string): kind is RequestAct => (REQUEST_ACTS as readonly string[]).includes(kind)

export async function doRequestAct(context: ActContext, kind: RequestAct): Promise<Written | null> {
  const { device, word, some, among, made } = context
  const { commands } = device
  switch (kind) {
    case 'take': {
      const request = await among('demande', ({ PRISE_PAR }) => PRISE_PAR === null)
      if (!request) return null
      await commands.take(request.id)
      return { resource: 'demande', id: request.id, word: null, over: null }
    }
    case 'answer':
      return answer(context)
    case 'convert': {
      const id = await some('demande')
      if (id === undefined) return null
      const IDCLIENT_SUITE = await commands.create('client', { NOM: word }, { skipDuplicateCheck: true })
      await commands.convert(id, { IDCLIENT_SUITE })
      return made('client', IDCLIENT_SUITE)
    }
    case 'after-sales': {
      const request = await among('demande', () => true)
      if (!request) return null
      const values = { IDCLIENT: String(request.shown.IDCLIENT), DESCRIPTION: word }
      const IDPROJET_SUITE = await commands.create('projet', values)
      await commands.convert(request.id, { IDPROJET_SUITE })
      return made('projet', IDPROJET_SUITE)
    }
    case 'notify':
      return notify(context)
    case 'read-notice': {
      const notice = await among('notification', ({ LU }) => LU === 0)
      if (!notice) return null
      await commands.update('notification', notice.id, { LU: 1 })
      return { resource: 'notification', id: notice.id, word: null, over: null }
    }
  }
}

type Client = Pick<ResourceRecord<'client'>, 'MAIL' | 'PORTABLE'>

/** The client of a record, as the phone shows it. */
async function clientOf({ device }: ActContext, { IDCLIENT, IDPROJET }: Values): Promise<Client | null> {
  const ofProject = typeof IDPROJET === 'string' ? (await device.shown('projet', IDPROJET))?.IDCLIENT : undefined
  const id = IDCLIENT ?? ofProject
  return typeof id === 'string' ? ((await device.shown('client', id)) as unknown as Client | null) : null
}

/** By mail: a number gets five SMS an hour at most. */
async function answer(context: ActContext): Promise<Written | null> {
  const { device, word, among } = context
  const request = await among('demande', async ({ IDCLIENT }) => {
    const client = await clientOf(context, { IDCLIENT })
    return client !== null && reponseRefusal('mail', client) === null
  })
  if (!request) return null
  await device.commands.answer(request.id, { CANAL: 'mail', TEXTE: word })
  return added(context, { resource: 'demande', id: request.id, field: 'REPONSES', before: request.shown, word })
}

/** The screen offers it while there is something true to tell. Those of today are left out: a run is the same at any hour. */
async function notify(context: ActContext): Promise<Written | null> {
  const now = wallClock(new Date(), 'Europe/Paris')
  const rdv = await context.among('rdv', async (shown) => {
    const told = shown as unknown as AnnouncedRdv
    if (told.RDV_DEBUT.startsWith(now.slice(0, 10))) return false
    const client = await clientOf(context, shown)
    const projet = typeof shown.IDPROJET === 'string' ? await context.device.shown('projet', shown.IDPROJET) : null
    const stopped = projet !== null && isClosed(projet as unknown as ResourceRecord<'projet'>)
    return annonceRefusal('mail', { genre: genreOf(told), rdv: told, client, now, stopped }) === null
  })
  if (!rdv) return null
  await context.device.commands.notify(rdv.id, 'mail')
  return added(context, { resource: 'rdv', id: rdv.id, field: 'ANNONCES', before: rdv.shown, word: null })
}

interface Added {
  resource: SyncedResource
  id: string
  field: string
  before: Values
  word: string | null
}

/** What a command has added to a list of its record. */
async function added({ device }: ActContext, { resource, id, field, before, word }: Added): Promise<Written> {
  const idsIn = (record: Values | null): string[] => ((record?.[field] ?? []) as { id: string }[]).map((one) => one.id)
  const known = new Set(idsIn(before))
  const items = idsIn(await device.shown(resource, id)).filter((one) => !known.has(one))
  return { resource, id, word, over: null, items: [{ field, added: items, removed: [] }] }
}
