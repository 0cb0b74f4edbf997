import type { ResourceRecord } from '../../schemas/resources.ts'
import { isPending, isSuperseded } from '../../schemas/rules/devis.ts'
import { transmissionIssues } from '../../schemas/rules/devis-mentions.ts'
import { isClosed } from '../../schemas/rules/project-lists.ts'
import { relanceRefusal } from '../../schemas/rules/relances.ts'
import { isVariantSigned } from '../../schemas/rules/variants.ts'
import { PAPERS } from '../support/company-papers.ts'
import type { ActContext, Written } from './act-types.ts'
import { quoteDates } from './furnish.ts'
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
      const values = { IDPROJET, IDCLIENT, OBJET: word, LIGNES: [{ ...LIGNE, LIBELLE: 'Fenêtre' }], ...quoteDates() }
      return made('devis', await device.commands.create('devis', values))
    }
    case 'quote-title':
      return edit('devis', 'OBJET')
    case 'quote-lines':
      return edit('devis', 'LIGNES', [{ ...LIGNE, LIBELLE: word }])
    case 'validity':
      return edit('devis', 'DATE_VALIDITE', dayOf(word))
    case 'transmit':
      return transmit(context)
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

type Devis = ResourceRecord<'devis'>

/** A new quote with the lines of another one, of the same project. */
async function copy(
  { device, some, made }: ActContext,
  valuesOf: (quote: Devis) => Partial<Devis>,
): Promise<Written | null> {
  const id = await some('devis')
  const quote = id && ((await device.shown('devis', id)) as Devis | null)
  if (!quote) return null
  const about = { IDPROJET: quote.IDPROJET, IDCLIENT: quote.IDCLIENT, ...quoteDates() }
  return made('devis', await device.commands.create('devis', { ...about, ...valuesOf(quote) }))
}

/** The panel of a quote offers it for one that lacks nothing, and was not sent yet, or was before its customer signed another one. */
async function transmit({ device, among }: ActContext): Promise<Written | null> {
  const quotes: Devis[] = []
  for (const id of await device.ids('devis')) {
    const one = (await device.shown('devis', id)) as Devis | null
    if (one) quotes.push(one)
  }
  const quote = await among('devis', async (shown) => {
    const one = shown as unknown as Devis
    const isAsked = one.DATE_TRANSMISSION === null || isSuperseded(one, quotes)
    if (!isAsked || !isPending(one) || isVariantSigned(one, quotes)) return false
    return lacksNothing(device, one)
  })
  if (!quote) return null
  await device.commands.transmit(quote.id)
  return { resource: 'devis', id: quote.id, word: null, over: null }
}

/** Whether the phone has all that the law asks of the quote, for a project that goes on. */
async function lacksNothing(device: ActContext['device'], devis: Devis): Promise<boolean> {
  const client = (await device.shown('client', devis.IDCLIENT)) as ResourceRecord<'client'> | null
  const projet = (await device.shown('projet', devis.IDPROJET)) as ResourceRecord<'projet'> | null
  if (!client || !projet || isClosed(projet)) return false
  const placeOf = async (id: string | null) =>
    id === null ? null : ((await device.shown('adresse', id)) as ResourceRecord<'adresse'> | null)
  const home = await placeOf(client.IDADRESSE)
  const mentions = {
    devis,
    entreprise: { NOM: 'Maison', ...PAPERS },
    client: { NOM: client.NOM, ADRESSE: home?.ADRESSE ?? null, VILLE: home ? home.VILLE : client.VILLE },
    chantier: await placeOf(projet.ADRESSE_CHANTIER),
  }
  return transmissionIssues(mentions, quoteDates().DATE_EDITION).length === 0
}

/** A call, which needs a telephone only. The screen offers it where the rule allows it. */
async function remind({ device, some }: ActContext): Promise<Written | null> {
  const id = await some('devis')
  const quote = id && ((await device.shown('devis', id)) as Devis | null)
  if (!id || !quote) return null
  const client = (await device.shown('client', quote.IDCLIENT)) as never
  const projet = (await device.shown('projet', quote.IDPROJET)) as ResourceRecord<'projet'> | null
  const around = { devis: quote, client, day: '2026-11-23', stopped: projet !== null && isClosed(projet) }
  if (!client || relanceRefusal('telephone', around) !== null) return null
  await device.commands.relance(id, 'telephone')
  const known = new Set(quote.RELANCES.map((one) => one.id))
  const now = (await device.shown('devis', id)) as Devis | null
  const added = (now?.RELANCES ?? []).map((one) => one.id).filter((one) => !known.has(one))
  return { resource: 'devis', id, word: null, over: null, items: [{ field: 'RELANCES', added, removed: [] }] }
}
