import { Link, useParams } from '@tanstack/react-router'
import { useRef, useState, useSyncExternalStore } from 'react'
import { adresse as adresseEntity } from '../../../schemas/entities/adresse.ts'
import { intervention as interventionEntity } from '../../../schemas/entities/intervention.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { durationBetween } from '../../../schemas/rules/durations.ts'
import { stopOf } from '../../../schemas/rules/stopped.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { worstOf } from '../../data/records/use-files.ts'
import { dirtyForms } from '../../data/version/dirty-forms.ts'
import { DocumentList } from '../../domain/files/file-list.tsx'
import { useLocalBalances } from '../../domain/paiements/use-waiting-payments.ts'
import { withBalance } from '../../domain/paiements/waiting-payments.ts'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { StopChip } from '../../domain/projets/stop-chip.tsx'
import { SyncLink } from '../../domain/records/record-sync.tsx'
import { Fact, Facts, MissingRecord, NarrowFacts, RecordActions } from '../../domain/records/resource-view.tsx'
import { RecordLink } from '../../forms/fields/resource-value.tsx'
import { filesText } from '../../text/files.ts'
import { interventionText } from '../../text/intervention-form.ts'
import { interventionsText as text } from '../../text/interventions.ts'
import { resourceText } from '../../text/resource.ts'
import { ContactActions } from '../../ui/contact/contact-actions.tsx'
import { formatDateTime, formatMoney, formatPercent } from '../../ui/format/format.ts'
import { hrefProps } from '../../ui/navigation/href-props.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { HeaderMarks, PageHeader } from '../../ui/page/page-header.tsx'
import { Columns, Panel, PanelEmpty } from '../../ui/page/panel.tsx'
import styles from './intervention.module.css'
import { NotesPanel } from './notes-panel.tsx'
import { FeedbackPanel, PvPanel } from './pv-panel.tsx'
import { removalRefusal } from './removal.ts'
import { ReservesPanel } from './reserves-panel.tsx'
import { ReturnPanel } from './return-panel.tsx'
import { HandedPhotos, SitePanel, SitePhotos } from './site-panel.tsx'
import { type InterventionFile, useInterventionFile } from './use-intervention-file.ts'
import { useSite } from './use-site.ts'

const FIELDS = ['RDV_DEBUT', 'RDV_FIN', 'IDTYPE_INTERVENTION', 'IDPROJET', 'IDDEVIS', 'DATE_CREATION']
const HUNDRED = 100

type Intervention = LocalRecord<'intervention'>

/** /manager/intervention/$id: first the parts needed on site, in the order of the day, then its other data. */
export function InterventionScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  return <InterventionPage key={id} id={id} />
}

const heedless = () => () => undefined

function InterventionPage({ id }: { id: string }) {
  const now = useInterventionFile(id)
  const read = useRef<InterventionFile>(null)
  if (now.intervention) read.current = now
  // Deleted, or not on this device any more. What is being typed stays, as in every form (OUT-11); the server takes it late.
  const missing = now.intervention === null && read.current !== null
  // Once something was sent, the page goes by itself when nothing more is being typed; until then an empty field may be filled again.
  const [sent, setSent] = useState(false)
  const asks = useSyncExternalStore(missing && sent ? dirtyForms.subscribe : heedless, dirtyForms.wouldAsk)
  const gone = missing && asks
  // A query that starts again closes nothing either.
  const works = gone || now.intervention === undefined ? read.current : now
  if (!works) return null
  const { intervention } = works
  if (!intervention) return <MissingRecord back={paths.manager.href()} />
  return <InterventionBody intervention={intervention} works={works} gone={gone} onSent={() => setSent(true)} />
}

function InterventionBody({
  intervention,
  works,
  gone,
  onSent,
}: {
  intervention: Intervention
  works: InterventionFile
  /** The works left this device; only what was being typed is left to send. */
  gone: boolean
  /** Something about works that left was stored to be sent. */
  onSent: () => void
}) {
  const allowed = useMay()
  const signed = works.pv !== null
  const site = useSite(intervention, { signed, gone, onSent })
  const id = intervention.IDINTERVENTION
  const label = interventionEntity.label(intervention)
  const back = paths.resource.view('projet', intervention.IDPROJET)
  const stop = stopOf(works.projet, works.devis)
  const mayWrite = allowed('update', 'intervention')
  // Its pictures and its PV are part of it: it is synchronised once they are.
  const state = (works.files ?? []).map((file) => file.state).reduce(worstOf, intervention.sync.state)
  return (
    <>
      <PageHeader
        title={label}
        back={back}
        subtitle={
          <HeaderMarks>
            {entityOf('intervention').title}
            {stop === null || intervention.FEEDBACK === 'bon' ? null : <StopChip stop={stop} />}
            <SyncLink resource="intervention" id={id} mark={{ ...intervention.sync, state }} />
          </HeaderMarks>
        }
        actions={
          <RecordActions
            resource="intervention"
            id={id}
            label={label}
            back={back}
            canEdit={!signed && !gone}
            canRemove={!signed && !gone}
            refuseRemoval={() => removalRefusal({ intervention, devis: works.devis, files: works.files })}
          />
        }
      />
      <Columns
        main={
          <>
            <ClientPanel works={works} />
            {gone ? null : (
              <>
                <ReturnPanel intervention={intervention} signed={signed} stopped={stop !== null} />
                <SitePanel intervention={intervention} site={site} mayWrite={mayWrite} />
              </>
            )}
            {/* The name of a picture may be what is being typed. */}
            <HandedPhotos intervention={intervention} />
            <SitePhotos intervention={intervention} files={works.files} mayTake={!gone} />
            <ReservesPanel
              intervention={intervention}
              files={works.files}
              site={site}
              mayWrite={mayWrite && !signed && !gone}
            />
            <NotesPanel intervention={intervention} site={site} mayWrite={mayWrite} />
            {gone ? null : (
              <>
                <PvPanel intervention={intervention} works={works} />
                <FeedbackPanel intervention={intervention} site={site} />
              </>
            )}
          </>
        }
        side={<Side intervention={intervention} works={works} />}
      />
    </>
  )
}

/** Phone number and route: needed first. */
function ClientPanel({ works }: { works: InterventionFile }) {
  const { client, chantier, adresse } = works
  const place = chantier ?? adresse
  return (
    <Panel title={text.client}>
      <p className={styles.who}>
        {client ? <RecordLink resource="client" id={client.IDCLIENT} /> : null}
        {place ? <span className={styles.muted}>{adresseEntity.label(place)}</span> : null}
      </p>
      <ContactActions
        phone={client?.PORTABLE ?? client?.TELEPHONE}
        email={client?.MAIL}
        place={
          place ? { label: adresseEntity.label(place), LATITUDE: place.LATITUDE, LONGITUDE: place.LONGITUDE } : null
        }
      />
    </Panel>
  )
}

function Side({ intervention, works }: { intervention: Intervention; works: InterventionFile }) {
  const documents = works.files?.filter((file) => !file.type.startsWith('image/')) ?? []
  return (
    <>
      <Panel title={text.details}>
        <NarrowFacts>
          <Facts entity={entityOf('intervention')} record={intervention} names={FIELDS}>
            <Fact label={resourceText.duration}>{durationBetween(intervention.RDV_DEBUT, intervention.RDV_FIN)}</Fact>
          </Facts>
        </NarrowFacts>
      </Panel>
      <BalancePanel intervention={intervention} />
      <Planning intervention={intervention} />
      {documents.length > 0 ? (
        <Panel title={filesText.documents} count={documents.length}>
          <DocumentList documents={documents} label={filesText.documents} />
        </Panel>
      ) : null}
    </>
  )
}

/** What is left to pay of the order, less what was paid here and is not sent yet. */
function BalancePanel({ intervention }: { intervention: Intervention }) {
  const { SOLDE_DEVIS, SOLDE_DEVIS_POURCENTAGE } = withBalance(intervention, useLocalBalances())
  if (SOLDE_DEVIS === null) return null
  return (
    <Panel title={interventionText.balance}>
      <p className={styles.balance}>
        {formatMoney(SOLDE_DEVIS)}
        {SOLDE_DEVIS_POURCENTAGE === null ? null : <span>{formatPercent(SOLDE_DEVIS_POURCENTAGE / HUNDRED)}</span>}
      </p>
    </Panel>
  )
}

function Planning({ intervention }: { intervention: Intervention }) {
  return (
    <Panel title={interventionText.planning} count={intervention.IDINTERVENTION_PLANNING.length}>
      {intervention.IDINTERVENTION_PLANNING.length === 0 ? (
        <PanelEmpty text={interventionText.noPlanning} />
      ) : (
        <ul className={styles.list}>
          {intervention.IDINTERVENTION_PLANNING.map((entry) => (
            <li key={entry.id}>
              <RecordLink resource="personnel" id={entry.IDPERSONNEL} />
              <Link {...hrefProps(paths.planning.href(entry.id))} className={`${styles.hours} tabular`}>
                {formatDateTime(entry.DEBUT)} – {formatDateTime(entry.FIN)} · {durationBetween(entry.DEBUT, entry.FIN)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
