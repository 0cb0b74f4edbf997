import type { devis } from '../../schemas/entities/devis.ts'
import type { projet as projetEntity } from '../../schemas/entities/projet.ts'
import type { RecordOf } from '../../schemas/entity.ts'
import { isClosed } from '../../schemas/rules/project-lists.ts'
import { relanceRefusal } from '../../schemas/rules/relances.ts'
import type { ActContext, Written } from './act-types.ts'
import { dayOf } from './words.ts'

export const QUOTE_ACTS = [
  'new-quote',
  'quote-title',
  'quote-lines',
  'validity',
  'transmit',
  'remind',
  'copy-quote',
  'variant',
] as const
type QuoteAct = (typeof QUOTE_ACTS)[number]

export const isQuoteAct = (kind: string): kind is QuoteAct => (QUOTE_ACTS as readonly string[]).includes(kind)

const LIGNE = { id: 'l1', UNITE: 'u', QUANTITE: 2, PRIX_UNITAIRE_HT: 10_000, TAUX_TVA: 1000 } as const

export async function doQuoteAct(context: ActContext, kind: QuoteAct): Promise<Written | null> {
  const { device, word, some, edit, made } = context
  switch (kind) {
    case 'new-quote': {
      const IDPROJET = await some('projet')
      const IDCLIENT = IDPROJET && (await device.shown('projet', IDPROJET))?.IDCLIENT
      if (!IDPROJET || typeof IDCLIENT !== 'string') return null
      const LIGNES = [{ ...LIGNE, LIBELLE: 'Fenêtre' }]
      return made('devis', await device.commands.create('devis', { IDPROJET, IDCLIENT, OBJET: word, LIGNES }))
    }
    case 'quote-title':
      return edit('devis', 'OBJET')
    case 'quote-lines':
      return edit('devis', 'LIGNES', [{ ...LIGNE, LIBELLE: word }])
    case 'validity':
      return edit('devis', 'DATE_VALIDITE', dayOf(word))
    case 'transmit': {
      const id = await some('devis')
      if (id === undefined) return null
      await device.commands.transmit(id)
      return { resource: 'devis', id, word: null, over: null }
    }
    case 'remind':
      return remind(context)
    case 'copy-quote':
      return copy(context, (quote) => ({ OBJET: word, LIGNES: quote.LIGNES }))
    case 'variant':
      // One of several that the customer is shown side by side (DAY-17): the group is named after the first quote.
      return copy(context, ({ OBJET, LIGNES, IDDEVIS, GROUPE_VARIANTES }) => ({
        OBJET,
        LIGNES,
        VARIANTE: word,
        GROUPE_VARIANTES: GROUPE_VARIANTES ?? IDDEVIS,
      }))
  }
}

type Devis = RecordOf<typeof devis>

/** A new quote with the lines of another one, of the same project. */
async function copy(
  { device, some, made }: ActContext,
  valuesOf: (quote: Devis) => Partial<Devis>,
): Promise<Written | null> {
  const id = await some('devis')
  const quote = id && ((await device.shown('devis', id)) as Devis | null)
  if (!quote) return null
  const { IDPROJET, IDCLIENT } = quote
  return made('devis', await device.commands.create('devis', { IDPROJET, IDCLIENT, ...valuesOf(quote) }))
}

/** A call, which needs a telephone only. The screen offers it where the rule allows it. */
async function remind({ device, some }: ActContext): Promise<Written | null> {
  const id = await some('devis')
  const quote = id && ((await device.shown('devis', id)) as Devis | null)
  if (!id || !quote) return null
  const client = (await device.shown('client', quote.IDCLIENT)) as never
  const projet = (await device.shown('projet', quote.IDPROJET)) as RecordOf<typeof projetEntity> | null
  const around = { devis: quote, client, day: '2026-11-23', stopped: projet !== null && isClosed(projet) }
  if (!client || relanceRefusal('telephone', around) !== null) return null
  await device.commands.relance(id, 'telephone')
  const known = new Set(quote.RELANCES.map((one) => one.id))
  const now = (await device.shown('devis', id)) as Devis | null
  const added = (now?.RELANCES ?? []).map((one) => one.id).filter((one) => !known.has(one))
  return { resource: 'devis', id, word: null, over: null, items: [{ field: 'RELANCES', added, removed: [] }] }
}
