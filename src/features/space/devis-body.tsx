import { decimal } from '../../../schemas/decimal.ts'
import { type Ligne, lineTotal } from '../../../schemas/rules/devis.ts'
import type { QuoteView } from '../../../schemas/space/devis.ts'
import { useCompany } from '../../data/session/session.tsx'
import { spaceText } from '../../text/space.ts'
import { formatDate, formatMoney, formatPhone } from '../../ui/format/format.ts'
import { answerOf } from './devis-state.ts'
import { addressLine } from './people.ts'
import styles from './space.module.css'
import { Section } from './space-page.tsx'

const text = spaceText.quotePage
const rates = new Intl.NumberFormat('fr-FR', { style: 'percent', maximumFractionDigits: 2 })

/** Hundredths of percent: 550 → « 5,5 % ». */
const rateOf = (taux: number): string => rates.format(taux / 10_000)

function Line({ line }: { line: Ligne }) {
  const how = [
    text.unit(decimal(line.QUANTITE), line.UNITE, formatMoney(line.PRIX_UNITAIRE_HT)),
    ...(line.REMISE ? [text.discount(decimal(line.REMISE))] : []),
    text.vatOf(rateOf(line.TAUX_TVA)),
  ].join(' · ')
  return (
    <li className={styles.card}>
      <h3>{line.LIBELLE}</h3>
      {line.DESCRIPTION ? <p className={styles.pre}>{line.DESCRIPTION}</p> : null}
      <p className={styles.row}>
        <span className={styles.muted}>{how}</span>
        <span className={styles.amount}>{formatMoney(lineTotal(line))} HT</span>
      </p>
    </li>
  )
}

function Totals({ quote }: { quote: QuoteView }) {
  const rows = [
    { label: text.net, amount: quote.NET_HT },
    ...quote.TVA.map(({ TAUX, BASE_HT, MONTANT }) => ({
      label: text.vat(rateOf(TAUX), formatMoney(BASE_HT)),
      amount: MONTANT,
    })),
    { label: text.gross, amount: quote.PRIX_TTC },
  ]
  return (
    <div className={styles.card}>
      <dl className={styles.totals}>
        {rows.map(({ label, amount }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatMoney(amount)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** The company's details for its papers; what the conditions say already is not said again. */
function Mentions({ quote: { entreprise, conditions } }: { quote: QuoteView }) {
  const company = useCompany()
  const contacts = [company?.TELEPHONE ? formatPhone(company.TELEPHONE) : null, company?.MAIL]
  const facts = [
    [null, [entreprise.NOM, addressLine(entreprise), ...contacts].filter(Boolean).join('\n')],
    [text.siret, entreprise.SIRET],
    ...(conditions
      ? []
      : ([
          [null, entreprise.MENTIONS_LEGALES],
          [text.insurance, entreprise.ASSURANCE],
          [text.mediator, entreprise.MEDIATEUR],
        ] as const)),
  ] as const
  return (
    <details className={styles.details}>
      <summary>{text.company}</summary>
      {facts.map(([label, value]) =>
        value ? (
          <p key={value} className={styles.pre}>
            {label === null ? value : `${label} : ${value}`}
          </p>
        ) : null,
      )}
    </details>
  )
}

/** What the contract says besides its lines, with the form by which the customer may withdraw. */
function Conditions({ quote: { conditions, formulaire = [] } }: { quote: QuoteView }) {
  if (conditions === undefined) return null
  return (
    <Section title={text.conditions}>
      <div className={styles.card}>
        {conditions.map((condition) => (
          <p key={condition} className={styles.pre}>
            {condition}
          </p>
        ))}
      </div>
      {formulaire.length > 0 ? (
        <details className={styles.details}>
          <summary>{text.withdrawal}</summary>
          {formulaire.map((line) => (
            <p key={line} className={styles.pre}>
              {line}
            </p>
          ))}
        </details>
      ) : null}
    </Section>
  )
}

/** The whole quote, readable on a phone: lines, amounts with each VAT rate, site, conditions, the company's mentions (SPA-04). */
export function DevisBody({ quote }: { quote: QuoteView }) {
  const site = addressLine(quote.chantier)
  return (
    <>
      <div className={styles.card}>
        <p className={styles.muted}>{text.total}</p>
        <p className={styles.big}>
          {formatMoney(quote.PRIX_TTC)} {text.ttc}
        </p>
        {answerOf(quote) === 'attente' && quote.DATE_VALIDITE ? (
          <p>{text.validUntil(formatDate(quote.DATE_VALIDITE))}</p>
        ) : null}
        {site === null ? null : (
          <p>
            {text.site} : {site}
          </p>
        )}
      </div>
      <Section title={text.lines}>
        <ul className={styles.list}>
          {quote.LIGNES.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </ul>
      </Section>
      <Section title={text.amounts}>
        <Totals quote={quote} />
      </Section>
      <Conditions quote={quote} />
      <Mentions quote={quote} />
    </>
  )
}
