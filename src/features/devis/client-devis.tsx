import { conditionsOf, withdrawalLines } from '../../../documents/devis-words.ts'
import { decimal } from '../../../schemas/decimal.ts'
import { type Ligne, lineTotal, quoteTotals } from '../../../schemas/rules/devis.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { devisFollowText } from '../../text/devis.ts'
import { formatDate, formatMoney, formatPhone } from '../../ui/format/format.ts'
import { documentOf, type QuoteParties } from './devis-parties.ts'
import { DevisTotals } from './devis-totals.tsx'
import { rateLabel } from './lignes.ts'
import styles from './preview.module.css'

const text = devisFollowText.preview

interface Place {
  ADRESSE: string | null
  CODE_POSTAL: string | null
  VILLE: string | null
}
const placeOf = ({ ADRESSE, CODE_POSTAL, VILLE }: Place): string =>
  [ADRESSE, [CODE_POSTAL, VILLE].filter(Boolean).join(' ')].filter(Boolean).join(', ')

function Line({ line }: { line: Ligne }) {
  const how = [
    text.unit(decimal(line.QUANTITE), line.UNITE, formatMoney(line.PRIX_UNITAIRE_HT)),
    ...(line.REMISE ? [text.discount(decimal(line.REMISE))] : []),
    `TVA ${rateLabel(line.TAUX_TVA)}`,
  ].join(' · ')
  return (
    <li className={styles.line}>
      <span className={styles.label}>{line.LIBELLE}</span>
      {line.DESCRIPTION ? <span className={styles.description}>{line.DESCRIPTION}</span> : null}
      <span className={styles.how}>
        <span className={styles.muted}>{how}</span>
        <span className={styles.amount}>{formatMoney(lineTotal(line))} HT</span>
      </span>
    </li>
  )
}

/** A quote as its customer reads it: the price with tax first, then what the PDF says; no word of the staff's screens. */
export function CustomerQuote({ devis, parties }: { devis: LocalRecord<'devis'>; parties: QuoteParties }) {
  const document = documentOf(devis, parties)
  const { company, client, chantier } = document
  const facts = [
    [text.client, [[client.PRENOM, client.NOM].filter(Boolean).join(' '), placeOf(client)].filter(Boolean).join('\n')],
    [text.site, chantier ? placeOf(chantier) : ''],
  ] as const
  const identity = [
    company.NOM,
    placeOf(company),
    company.TELEPHONE ? formatPhone(company.TELEPHONE) : null,
    company.SIRET ? `${text.siret} ${company.SIRET}` : null,
  ]
  return (
    <>
      <section className={`surface ${styles.card}`} aria-label={text.total}>
        <p className={styles.muted}>
          {devis.NUMERO_DEVIS ? text.number(devis.NUMERO_DEVIS) : text.noNumber}
          {devis.VARIANTE ? ` · ${devis.VARIANTE}` : ''}
        </p>
        {devis.OBJET ? <h2 className={styles.object}>{devis.OBJET}</h2> : null}
        <p className={styles.total}>
          {formatMoney(devis.PRIX_TTC)} <span className={styles.ttc}>{text.ttc}</span>
        </p>
        <p className={styles.muted}>
          {[
            devis.DATE_EDITION ? text.edited(formatDate(devis.DATE_EDITION)) : null,
            devis.DATE_VALIDITE ? text.validUntil(formatDate(devis.DATE_VALIDITE)) : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <dl className={styles.facts}>
          {facts.map(([label, value]) =>
            value === '' ? null : (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
          )}
        </dl>
      </section>
      <section className={`surface ${styles.card}`} aria-label={text.lines}>
        <h2 className={styles.title}>{text.lines}</h2>
        <ul className={styles.lines}>
          {devis.LIGNES.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </ul>
        <DevisTotals totals={quoteTotals(devis.LIGNES)} />
      </section>
      <section className={`surface ${styles.card}`} aria-label={text.conditions}>
        <h2 className={styles.title}>{text.conditions}</h2>
        {conditionsOf(document).map((condition) => (
          <p key={condition} className={styles.condition}>
            {condition}
          </p>
        ))}
        <p className={styles.condition}>{identity.filter(Boolean).join(' — ')}</p>
        <details className={styles.details}>
          <summary>{text.withdrawal}</summary>
          {withdrawalLines(document, devis.NUMERO_DEVIS ?? '').map((line) => (
            <p key={line} className={styles.condition}>
              {line}
            </p>
          ))}
        </details>
      </section>
    </>
  )
}
