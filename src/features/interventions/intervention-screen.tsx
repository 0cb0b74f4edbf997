import { useParams } from '@tanstack/react-router'
import { paths } from '../../app/paths.ts'
import { formatDateTime, formatInstant, formatMoney, formatPercent } from '../../components/format.ts'
import { Panel, PanelEmpty } from '../../components/resource/panel.tsx'
import { RecordLink } from '../../components/resource/resource-value.tsx'
import { ResourceView } from '../../components/resource/resource-view.tsx'
import { useZone } from '../../components/resource/use-zone.ts'
import { useLiveRecord } from '../../db/use-live.ts'
import { interventionText } from '../../text/resource.ts'
import styles from './intervention.module.css'

const FIELDS = [
  'RDV_DEBUT',
  'RDV_FIN',
  'IDTYPE_INTERVENTION',
  'IDPROJET',
  'IDDEVIS',
  'FEEDBACK',
  'DATE_FEEDBACK',
  'DATE_CREATION',
]
const HUNDRED = 100

/** /manager/intervention/$id */
export function InterventionScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  const intervention = useLiveRecord('intervention', id)
  const zone = useZone()
  const back = intervention ? paths.resource.view('projet', intervention.IDPROJET) : paths.manager.href()
  return (
    <ResourceView key={id} resource="intervention" id={id} record={intervention} back={back} fields={FIELDS}>
      {intervention ? (
        <div className={styles.panels}>
          {intervention.SOLDE_DEVIS === null ? null : (
            <Panel title={interventionText.balance}>
              <p className={styles.balance}>
                {formatMoney(intervention.SOLDE_DEVIS)}
                {intervention.SOLDE_DEVIS_POURCENTAGE === null ? null : (
                  <span>{formatPercent(intervention.SOLDE_DEVIS_POURCENTAGE / HUNDRED)}</span>
                )}
              </p>
            </Panel>
          )}
          <Panel title={interventionText.planning} count={intervention.IDINTERVENTION_PLANNING.length}>
            {intervention.IDINTERVENTION_PLANNING.length === 0 ? (
              <PanelEmpty text={interventionText.noPlanning} />
            ) : (
              <ul className={styles.list}>
                {intervention.IDINTERVENTION_PLANNING.map((entry) => (
                  <li key={entry.id}>
                    <RecordLink resource="personnel" id={entry.IDPERSONNEL} />
                    <span className="tabular">
                      {formatDateTime(entry.DEBUT)} – {formatDateTime(entry.FIN)}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </Panel>
          <Panel title={interventionText.notes} count={intervention.NOTES.length}>
            {intervention.NOTES.length === 0 ? (
              <PanelEmpty text={interventionText.noNotes} />
            ) : (
              <ul className={styles.list}>
                {intervention.NOTES.map((note) => (
                  <li key={note.id}>
                    <span className={styles.note}>{note.TEXTE}</span>
                    <span className={styles.muted}>{formatInstant(note.LE, zone)}</span>
                  </li>
                ))}
              </ul>
            )}
          </Panel>
        </div>
      ) : null}
    </ResourceView>
  )
}
