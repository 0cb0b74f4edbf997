import * as Type from 'typebox'
import { SpaceDemande } from '../../../schemas/space/requests.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { spaceText } from '../../text/space.ts'
import { formatInstant } from '../../ui/format/format.ts'
import { StateChip } from '../../ui/page/state-chip.tsx'
import { Shown } from './shown.tsx'
import styles from './space.module.css'
import { SpacePage } from './space-page.tsx'
import { useSeen } from './use-seen.ts'

const text = spaceText.requests
const DEMANDES = Type.Array(SpaceDemande)
const COLORS = { nouvelle: 'grey', prise: 'blue', repondue: 'green' } as const

function RequestCard({ demande }: { demande: SpaceDemande }) {
  const zone = useZone()
  return (
    <article className={styles.card} aria-label={text.kinds[demande.GENRE]}>
      <h2 className={styles.kind}>{text.kinds[demande.GENRE]}</h2>
      <span className={styles.chip}>
        <StateChip label={text.states[demande.etat]} color={COLORS[demande.etat]} />
      </span>
      <p className={styles.said}>{demande.MESSAGE}</p>
      <p className={styles.muted}>{text.sentAt(formatInstant(demande.DATE_DEMANDE, zone))}</p>
      {demande.reponses.map(({ LE, CANAL, TEXTE }) => (
        <div key={LE}>
          <p className={styles.said}>{TEXTE}</p>
          <p className={styles.muted}>{text.answeredAt(CANAL, formatInstant(LE, zone))}</p>
        </div>
      ))}
    </article>
  )
}

/** `/space/demandes`: what the customer sent, whether somebody has it, and the answers (DAY-05). */
export function SpaceRequestsScreen() {
  const demandes = useSeen('/space/requests', DEMANDES)
  return (
    <SpacePage title={text.title} subtitle={text.intro}>
      <Shown reading={demandes}>
        {(all) =>
          all.length === 0 ? (
            <p className={styles.muted}>{text.none}</p>
          ) : (
            all.map((demande) => <RequestCard key={demande.id} demande={demande} />)
          )
        }
      </Shown>
    </SpacePage>
  )
}
