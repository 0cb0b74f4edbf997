import { addMinutes, today } from '../../schemas/dates.ts'
import type { Values } from '../../schemas/merge.ts'
import type { SyncedResource } from '../../schemas/resources.ts'
import type { TabDevice } from './phone.ts'

/** What people do. Records are picked by number among those shown, so that the same number often means the same record on two phones. */
export const ACTS = [
  'new-client',
  'new-project',
  'new-rdv',
  'name',
  'first-name',
  'notes',
  'move',
  'debrief',
  'describe',
  'drop-rdv',
  'drop-client',
] as const

export interface Act {
  kind: (typeof ACTS)[number]
  pick: number
}

/** What was written, and what its author saw where they wrote. */
export interface Written {
  resource: SyncedResource
  id: string
  /** Null where no word was written: a deletion, a time. */
  word: string | null
  over: unknown
}

/** Words are unique in a run, and none is part of another. */
export const wordOf = (n: number): string => `w${n}w`
export const wordsIn = (value: unknown): string[] => JSON.stringify(value ?? null).match(/w\d+w/g) ?? []

/**
 * Does one thing. Null where there is nothing to do it to.
 * @throws what the command throws
 */
export async function doAct(device: TabDevice, me: string, { kind, pick }: Act, word: string): Promise<Written | null> {
  const { commands } = device
  const some = async (resource: SyncedResource): Promise<string | undefined> => {
    const ids = await device.ids(resource)
    return ids[pick % Math.max(ids.length, 1)]
  }
  const edit = async (resource: SyncedResource, field: string): Promise<Written | null> => {
    const id = await some(resource)
    if (id === undefined) return null
    const over = (await device.shown(resource, id))?.[field]
    await commands.update(resource, id, { [field]: word } as Values)
    return { resource, id, word, over }
  }
  const made = (resource: SyncedResource, id: string): Written => ({ resource, id, word, over: null })
  const RDV_DEBUT = `${today('Europe/Paris')} ${String(8 + (pick % 10)).padStart(2, '0')}:00`

  switch (kind) {
    case 'new-client': {
      const IDADRESSE = await commands.create('adresse', { ADRESSE: `${pick} rue Neuve`, VILLE: 'Lyon' })
      return made('client', await commands.create('client', { NOM: word, IDADRESSE }, { skipDuplicateCheck: true }))
    }
    case 'new-project': {
      const IDCLIENT = await some('client')
      return IDCLIENT ? made('projet', await commands.create('projet', { IDCLIENT, DESCRIPTION: word })) : null
    }
    case 'new-rdv': {
      const IDPROJET = await some('projet')
      const values = { RDV_OBJET: word, RDV_DEBUT, RDV_FIN: addMinutes(RDV_DEBUT, 60), IDPERSONNELS: [me] }
      return made('rdv', await commands.create('rdv', IDPROJET ? { ...values, IDPROJET } : values))
    }
    case 'name':
      return edit('client', 'NOM')
    case 'first-name':
      return edit('client', 'PRENOM')
    case 'notes':
      return edit('client', 'OBSERVATIONS')
    case 'describe':
      return edit('projet', 'DESCRIPTION')
    case 'move': {
      const id = await some('rdv')
      if (id === undefined) return null
      const RDV_FIN = addMinutes(RDV_DEBUT, 90)
      const shown = await device.shown('rdv', id)
      if (shown?.RDV_DEBUT === RDV_DEBUT && shown.RDV_FIN === RDV_FIN) return null
      await commands.update('rdv', id, { RDV_DEBUT, RDV_FIN })
      return { resource: 'rdv', id, word: null, over: null }
    }
    case 'debrief': {
      const id = await some('rdv')
      if (id === undefined) return null
      const over = (await device.shown('rdv', id))?.DEBRIEF_COMMENTAIRE
      const DEBRIEF_CATEGORIE = (pick % 5) as 0 | 1 | 2 | 3 | 4
      await commands.debrief(id, { DEBRIEF_CATEGORIE, IDRDV_DEBRIEF: null, DEBRIEF_COMMENTAIRE: word })
      return { resource: 'rdv', id, word, over }
    }
    case 'drop-rdv':
    case 'drop-client': {
      const resource = kind === 'drop-rdv' ? 'rdv' : 'client'
      const id = await some(resource)
      if (id === undefined) return null
      const over = await device.shown(resource, id)
      await commands.remove(resource, id)
      return { resource, id, word: null, over }
    }
  }
}
