import { Link } from '@tanstack/react-router'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { projet as projetEntity } from '../../../schemas/entities/projet.ts'
import { useLiveRecord } from '../../data/records/use-live.ts'
import { useNow } from '../../data/session/use-now.ts'
import { useNatures } from '../../domain/records/record-rows.tsx'
import { rapportsText as text } from '../../text/rapports.ts'
import { longDayOf } from '../../ui/format/day-of.ts'
import { formatTimeRange } from '../../ui/format/format.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { StateChip } from '../../ui/page/state-chip.tsx'
import styles from './rapports.module.css'

/** The subject of a report: the appointment with its client, or the project. Empty for a report without one. */
export function AboutCard({ idRdv, idProjet }: { idRdv: string | null; idProjet: string | null }) {
  const rdv = useLiveRecord('rdv', idRdv)
  const projet = useLiveRecord('projet', idProjet)
  const client = useLiveRecord('client', projet?.IDCLIENT)
  const natureOf = useNatures()
  const now = useNow()
  if (!rdv && !projet) return null
  const nature = rdv ? natureOf(rdv.IDNATURE_RDV) : null
  const href = rdv
    ? paths.resource.view('rdv', rdv.IDRDV)
    : projet
      ? paths.resource.view('projet', projet.IDPROJET)
      : ''
  const name = client ? clientEntity.label(client) : projet ? projetEntity.label(projet) : text.rdv
  return (
    <section className={styles.about} aria-label={text.about}>
      <div>
        <Link to={href} className={styles.aboutName ?? ''}>
          {name}
        </Link>
        <div className={styles.sub}>
          {rdv ? `${longDayOf(rdv.RDV_DEBUT, now)}, ${formatTimeRange(rdv.RDV_DEBUT, rdv.RDV_FIN)}` : null}
          {!rdv && projet && client ? projetEntity.label(projet) : null}
        </div>
      </div>
      {nature ? <StateChip label={nature.label} color={nature.color} /> : null}
    </section>
  )
}
