import type { ReactNode } from 'react'
import { devis as devisEntity } from '../../../schemas/entities/devis.ts'
import { intervention as interventionEntity } from '../../../schemas/entities/intervention.ts'
import { projet as projetEntity } from '../../../schemas/entities/projet.ts'
import { rdv as rdvEntity } from '../../../schemas/entities/rdv.ts'
import { DEFAULT_EVENT_COLOR, UNKNOWN_NATURE } from '../../../schemas/entities/reference.ts'
import { debriefLabel, isDebriefed } from '../../../schemas/rules/debrief.ts'
import { quoteState } from '../../../schemas/rules/devis-state.ts'
import { isClosed } from '../../../schemas/rules/project-lists.ts'
import { projectState } from '../../../schemas/rules/project-state.ts'
import type { Stop } from '../../../schemas/rules/stopped.ts'
import type { LocalRecord, SyncMark } from '../../../sync/store/local-record.ts'
import { useReferences } from '../../data/records/use-references.ts'
import { formatDate, formatMoney, formatShortDay, formatTimeRange } from '../../ui/format/format.ts'
import { RowLink } from '../../ui/list/row-link.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { StateChip } from '../../ui/page/state-chip.tsx'
import { RecordLabels } from '../labels/label-chips.tsx'
import { StopChip } from '../projets/stop-chip.tsx'
import styles from './record-rows.module.css'
import { SyncChip } from './record-sync.tsx'

interface RowProps {
  /** Before the name: a box to tick. */
  lead?: ReactNode
  href: string
  title: ReactNode
  detail?: ReactNode
  /** What only the server holds has none. */
  sync?: SyncMark['state']
  end?: ReactNode
}

/** One record in a list of a page: its name is a link, its state is at the end. */
export function RecordRow({ lead, href, title, detail, sync, end }: RowProps) {
  return (
    <li className={styles.row} data-lead={lead ? true : undefined}>
      {lead}
      <div className={styles.words}>
        <RowLink href={href} className={styles.title} inset>
          {title}
        </RowLink>
        {detail ? <div className={styles.detail}>{detail}</div> : null}
      </div>
      <div className={styles.end}>
        {sync === undefined ? null : <SyncChip state={sync} />}
        {end}
      </div>
    </li>
  )
}

/** @param card true outside of a panel: draws a card of its own */
export function RowList({ label, card = false, children }: { label: string; card?: boolean; children: ReactNode }) {
  return (
    <ul className={card ? `surface ${styles.list} ${styles.card}` : styles.list} aria-label={label}>
      {children}
    </ul>
  )
}

/** The chip of a project: its state, or how it ended (ENT-07, ENT-08). */
export function ProjetChip({ projet }: { projet: LocalRecord<'projet'> }) {
  if (isClosed(projet)) {
    return <StateChip label={projet.IDETAT_PROJET >= 4 ? 'Annulé' : 'Sans suite'} color="red" />
  }
  const { title, color } = projectState(projet.IDETAT_PROJET)
  return <StateChip label={title} color={color} />
}

export function ProjetRow({
  projet,
  zoneDate,
}: {
  projet: LocalRecord<'projet'>
  zoneDate: (instant: string) => string
}) {
  return (
    <RecordRow
      href={paths.resource.view('projet', projet.IDPROJET)}
      title={projetEntity.label(projet)}
      detail={projet.DATE_CREATION ? `Créé le ${zoneDate(projet.DATE_CREATION)}` : undefined}
      sync={projet.sync.state}
      end={
        <>
          <RecordLabels held={projet.IDLABELS} />
          <ProjetChip projet={projet} />
        </>
      }
    />
  )
}

interface DevisRowProps {
  devis: LocalRecord<'devis'>
  otherSigned?: boolean
  /** The client's name, where the list is of several. */
  client?: string | undefined
}

export function DevisRow({ devis, otherSigned = false, client }: DevisRowProps) {
  const { label, color } = quoteState(devis, otherSigned)
  return (
    <RecordRow
      href={paths.resource.view('devis', devis.IDDEVIS)}
      title={[devis.VARIANTE, devisEntity.label(devis)].filter(Boolean).join(' · ')}
      detail={[client, devis.OBJET, devis.DATE_EDITION ? `édité le ${formatDate(devis.DATE_EDITION)}` : null]
        .filter(Boolean)
        .join(' · ')}
      sync={devis.sync.state}
      end={
        <>
          <StateChip label={label} color={color} />
          <span className={styles.amount}>{formatMoney(devis.PRIX_TTC)}</span>
        </>
      }
    />
  )
}

/** Nature of an appointment by its id: words and colour (CAL-04). */
export function useNatures(): (id: string | null) => { label: string; color: string } {
  const natures = useReferences('NATURE_RDV')
  return (id) => {
    const nature = natures.find((candidate) => candidate.id === id)
    return { label: nature?.LIBELLE ?? UNKNOWN_NATURE, color: nature?.CODECOULEUR ?? DEFAULT_EVENT_COLOR }
  }
}

export function RdvRow({ rdv }: { rdv: LocalRecord<'rdv'> }) {
  const nature = useNatures()(rdv.IDNATURE_RDV)
  return (
    <RecordRow
      href={paths.resource.view('rdv', rdv.IDRDV)}
      title={rdvEntity.label(rdv)}
      detail={
        <span className="tabular">
          {formatShortDay(rdv.RDV_DEBUT)} {rdv.RDV_DEBUT.slice(0, 4)} · {formatTimeRange(rdv.RDV_DEBUT, rdv.RDV_FIN)}
          {isDebriefed(rdv) ? ` · ${debriefLabel(rdv.DEBRIEF_CATEGORIE)}` : ''}
        </span>
      }
      sync={rdv.sync.state}
      end={<StateChip label={nature.label} color={nature.color} />}
    />
  )
}

interface InterventionRowProps {
  intervention: LocalRecord<'intervention'>
  /** Why it does not take place any more. */
  stop?: Stop | null
}

export function InterventionRow({ intervention, stop = null }: InterventionRowProps) {
  return (
    <RecordRow
      href={paths.resource.view('intervention', intervention.IDINTERVENTION)}
      title={interventionEntity.label(intervention)}
      detail={
        <span className="tabular">
          {formatShortDay(intervention.RDV_DEBUT)} {intervention.RDV_DEBUT.slice(0, 4)} ·{' '}
          {formatTimeRange(intervention.RDV_DEBUT, intervention.RDV_FIN)}
        </span>
      }
      sync={intervention.sync.state}
      end={
        stop !== null && intervention.FEEDBACK !== 'bon' ? (
          <StopChip stop={stop} />
        ) : intervention.FEEDBACK ? (
          <StateChip
            label={intervention.FEEDBACK === 'bon' ? 'Finalisée' : 'À reprendre'}
            color={intervention.FEEDBACK === 'bon' ? 'green' : 'red'}
          />
        ) : (
          <StateChip label="Prévue" color="blue" />
        )
      }
    />
  )
}
