import { type ActContext, isDirector, type Written } from './act-types.ts'

/** What directors keep for everybody (report forms, the price list, targets, who has a project), files that the office names and removes, and everybody's own filters. */
export const OFFICE_ACTS = [
  'new-form',
  'new-article',
  'article',
  'unit',
  'archive',
  'new-target',
  'target',
  'give',
  'name-file',
  'drop-file',
  'new-filter',
  'filter-name',
  'filter',
  'drop-filter',
  'drop-form',
] as const
type OfficeAct = (typeof OFFICE_ACTS)[number]

export const isOfficeAct = (kind: string): kind is OfficeAct => (OFFICE_ACTS as readonly string[]).includes(kind)

const SELLERS = ['camille', 'colin', 'diane'] as const

export async function doOfficeAct(context: ActContext, kind: OfficeAct): Promise<Written | null> {
  const { device, me, pick, word, edit, made } = context
  const { commands } = device
  const seller = SELLERS[pick % SELLERS.length] ?? SELLERS[0]
  switch (kind) {
    case 'new-form':
      return made('rapport', await commands.create('rapport', { TITRE: word, CHAMPS: [] }))
    case 'new-article': {
      const values = { REFERENCE: `R${word}`, LIBELLE: word, PRIX_HT: 5000 + pick }
      return made('article', await commands.create('article', values))
    }
    case 'article':
      return edit('article', 'LIBELLE')
    case 'unit':
      return edit('article', 'UNITE')
    case 'archive':
      return flag(context, { resource: 'article', field: 'ARCHIVE' })
    case 'new-target': {
      const id = await commands.create('objectif', { IDPERSONNEL: seller, MOIS: '2026-12', MONTANT: 1000 + pick })
      return { resource: 'objectif', id, word: null, over: null }
    }
    case 'target':
      return amount(context)
    case 'give': {
      const projet = isDirector(me) ? await context.among('projet', (one) => one.IDRESPONSABLEPROJET !== seller) : null
      if (!projet) return null
      await commands.update('projet', projet.id, { IDRESPONSABLEPROJET: seller })
      return { resource: 'projet', id: projet.id, word: null, over: null, moved: [projet.id] }
    }
    case 'name-file':
      return isDirector(me) ? edit('fichier', 'NOM', `${word}.pdf`) : null
    case 'drop-file':
      return isDirector(me) ? drop(context, 'fichier') : null
    case 'new-filter':
      return made('filtre', await commands.create('filtre', { ECRAN: 'clients', NOM: word, VALEURS: `q=${pick}` }))
    case 'filter-name':
      return edit('filtre', 'NOM')
    case 'filter':
      return flag(context, { resource: 'filtre', field: 'DEFAUT' })
    case 'drop-filter':
      return drop(context, 'filtre')
    case 'drop-form':
      return drop(context, 'rapport')
  }
}

async function drop({ device, some }: ActContext, resource: 'fichier' | 'filtre' | 'rapport'): Promise<Written | null> {
  const id = await some(resource)
  if (id === undefined) return null
  const over = await device.shown(resource, id)
  await device.commands.remove(resource, id)
  return { resource, id, word: null, over }
}

async function flag(
  { device, among }: ActContext,
  { resource, field }: { resource: 'article' | 'filtre'; field: string },
): Promise<Written | null> {
  const one = await among(resource, () => true)
  if (!one) return null
  await device.commands.update(resource, one.id, { [field]: one.shown[field] === 1 ? 0 : 1 } as never)
  return { resource, id: one.id, word: null, over: null }
}

/** Of two amounts that meet, the greater stamp's stays and the other is not kept: no words. */
async function amount({ device, pick, among }: ActContext): Promise<Written | null> {
  const target = await among('objectif', ({ MONTANT }) => MONTANT !== 2000 + pick)
  if (!target) return null
  await device.commands.update('objectif', target.id, { MONTANT: 2000 + pick })
  return { resource: 'objectif', id: target.id, word: null, over: null }
}
