import { linesOf } from '../../../schemas/rules/report-answers.ts'
import type { Question } from '../../../schemas/rules/report-forms.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { rapportsText as text } from '../../text/rapports.ts'
import { formatInstant } from '../../ui/format/format.ts'
import styles from './rapports.module.css'
import { answerText } from './report-answers.ts'

/** Who corrected a report, when, and what it said before, latest first (DAY-11). */
export function Corrections({
  report,
  questions,
}: {
  report: LocalRecord<'soumission'>
  questions: readonly Question[]
}) {
  const { CORRECTIONS, REPONSES } = report
  const people = useRecords(
    'personnel',
    CORRECTIONS.map(({ IDPERSONNEL }) => IDPERSONNEL),
  )
  const zone = useZone()
  if (CORRECTIONS.length === 0) return null
  const signed = questions.some(({ id, TYPE }) => TYPE === 'signature' && linesOf(REPONSES[id]).length > 0)
  return (
    <section aria-label={text.corrections}>
      <ul className={styles.corrections}>
        {CORRECTIONS.toReversed().map(({ id, LE, IDPERSONNEL, AVANT }) => {
          const name = people?.get(IDPERSONNEL)?.NOM_COMPLET
          const when = formatInstant(LE, zone)
          return (
            <li key={id}>
              <p className={styles.correctionHead}>
                {name ? text.correctedBy(name, when) : text.correctedAt(when)}
                {signed ? ` · ${text.afterSignature}` : null}
              </p>
              {Object.entries(AVANT).map(([question, value]) => {
                const asked = questions.find((one) => one.id === question)
                return (
                  <p key={question} className={styles.former}>
                    {text.before(asked?.LIBELLE ?? text.otherAnswer)} : {answerText(asked ?? { TYPE: 'texte' }, value)}
                  </p>
                )
              })}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
