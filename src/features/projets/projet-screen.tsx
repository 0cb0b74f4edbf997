import { Button, Menu } from '@mantine/core'
import { IconBan, IconPlus, IconRotate } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { wallClock } from '../../../schemas/dates.ts'
import { adresse as adresseEntity } from '../../../schemas/entities/adresse.ts'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { devis as devisEntity } from '../../../schemas/entities/devis.ts'
import { isSignedFile } from '../../../schemas/entities/fichier.ts'
import { projet as projetEntity } from '../../../schemas/entities/projet.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { isSealed, isSuperseded } from '../../../schemas/rules/devis.ts'
import { isClosed } from '../../../schemas/rules/project-lists.ts'
import { stopOf } from '../../../schemas/rules/stopped.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useFiles } from '../../data/records/use-files.ts'
import { useReferences } from '../../data/records/use-references.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { NoteCall } from '../../domain/calls/note-call.tsx'
import { WriteNote } from '../../domain/calls/write-note.tsx'
import { AddDocument } from '../../domain/files/add-document.tsx'
import { FileList } from '../../domain/files/file-list.tsx'
import { TakePhotos } from '../../domain/files/photos-panel.tsx'
import { RecordLabels } from '../../domain/labels/label-chips.tsx'
import { SentPanel } from '../../domain/messages/sent-panel.tsx'
import { ProjectPayments } from '../../domain/paiements/payments-panel.tsx'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { KnownClientChip } from '../../domain/projets/known-client-chip.tsx'
import { Timeline } from '../../domain/projets/timeline.tsx'
import { timelineEvents } from '../../domain/projets/timeline-events.ts'
import { usePlanRdv } from '../../domain/rdv/use-plan-rdv.ts'
import { DevisRow, InterventionRow, ProjetChip, RdvRow, RecordRow, RowList } from '../../domain/records/record-rows.tsx'
import { SyncLink } from '../../domain/records/record-sync.tsx'
import { Fact, Facts, MissingRecord, NarrowFacts, RecordActions } from '../../domain/records/resource-view.tsx'
import { RecordLink } from '../../forms/fields/resource-value.tsx'
import { filesText } from '../../text/files.ts'
import { projetsText } from '../../text/projets.ts'
import { resourceText } from '../../text/resource.ts'
import { ContactActions } from '../../ui/contact/contact-actions.tsx'
import { contactLinks } from '../../ui/contact/contact-links.ts'
import { formatDate, formatInstant } from '../../ui/format/format.ts'
import { hrefProps } from '../../ui/navigation/href-props.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { HeaderMarks, PageHeader } from '../../ui/page/page-header.tsx'
import { Columns, Panel, PanelEmpty } from '../../ui/page/panel.tsx'
import { CancelSheet } from './cancel-sheet.tsx'
import { JournalPanel } from './journal-panel.tsx'
import { LeftPlannedList, leftPlanned } from './left-planned.tsx'
import { nextStep, shownState } from './next-step.ts'
import { NextStepCard } from './next-step-card.tsx'
import styles from './projet.module.css'
import { StateStepper } from './state-stepper.tsx'
import { useProjetFile } from './use-projet-file.ts'
import { REOPENED } from './write-projet.ts'

const PHOTO = [{ origin: 'photo', label: filesText.takePhoto }] as const

/** /manager/projet/$id (MGR-20) */
export function ProjetScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  return <ProjetPage key={id} id={id} />
}

function AddLink({ href, label }: { href: string; label: string }) {
  return (
    <Button
      component={Link}
      {...hrefProps(href)}
      variant="subtle"
      size="compact-sm"
      leftSection={<IconPlus size={16} />}
    >
      {label}
    </Button>
  )
}

function ProjetPage({ id }: { id: string }) {
  const file = useProjetFile(id)
  const { client, site, devis, rdvs, interventions, soumissions, rapports, fichiers } = file
  const stored = file.projet
  const files = useFiles({ projectId: id })
  const allowed = useMay()
  const commands = useCommands()
  const plan = usePlanRdv()
  const zone = useZone()
  const reasons = useReferences('TYPE_ANNULATION')
  const natures = useReferences('NATURE_RDV')
  const [cancelling, setCancelling] = useState(false)

  if (stored === undefined) return null
  if (stored === null) return <MissingRecord back={paths.manager.href()} />
  const projet = { ...stored, IDETAT_PROJET: shownState(stored, devis ?? [], interventions ?? [], zone) }

  const closed = isClosed(projet)
  const label = projetEntity.label(projet)
  const clientName = client ? clientEntity.label(client) : null
  const back = client ? paths.resource.view('client', client.IDCLIENT) : paths.manager.href()
  const phone = client?.PORTABLE ?? client?.TELEPHONE
  const place = site ? { label: adresseEntity.label(site), LATITUDE: site.LATITUDE, LONGITUDE: site.LONGITUDE } : null

  const planRdv = () => plan({ projet, client, attendees: 'both' })
  const mayPlan = !closed && allowed('create', 'rdv')
  const ready = devis !== undefined && rdvs !== undefined && interventions !== undefined && soumissions !== undefined
  const now = wallClock(new Date(), zone)
  const left = leftPlanned({ rdvs, interventions }, now)
  const step = ready ? nextStep({ projet, rdvs, devis, interventions, soumissions, natures, now, zone }) : null
  const quoted = step && 'idDevis' in step ? devis?.find((one) => one.IDDEVIS === step.idDevis) : undefined
  const signed = devis?.some(isSealed) ?? false
  const isRead = devis !== undefined && files !== undefined
  const refusal = !isRead
    ? resourceText.stillReading
    : signed
      ? projetsText.signedQuote
      : files?.some(({ origin }) => isSignedFile(origin))
        ? projetsText.signedPv
        : null
  const about = { resource: 'projet', record: stored } as const
  const target = { resource: 'projet', recordId: id, projectId: id } as const
  const reopen = async (): Promise<void> => {
    try {
      await commands.update('projet', id, REOPENED, { base: stored })
      notices.success(projetsText.reopened)
    } catch (error) {
      notices.failure(error)
    }
  }
  const reason = reasons.find((one) => one.id === projet.ID_MOTIF_SANS_SUITE)?.LIBELLE ?? null

  const main: ReactNode = (
    <>
      {closed ? (
        <section className={styles.closed}>
          {projet.DATE_SANS_SUITE
            ? projetsText.closed(formatDate(projet.DATE_SANS_SUITE), reason)
            : projetsText.refused}
          <LeftPlannedList left={left} />
        </section>
      ) : (
        <NextStepCard
          step={step}
          idProjet={id}
          quoteLabel={quoted ? devisEntity.label(quoted) : ''}
          onPlan={mayPlan ? planRdv : null}
          phoneHref={phone ? contactLinks.call(phone) : null}
        />
      )}
      <Panel
        title={projetsText.quotes}
        count={devis?.length}
        action={
          !closed && allowed('create', 'devis') ? (
            <AddLink
              href={paths.resource.create('devis', { IDPROJET: id, tarifs: '1' })}
              label={projetsText.newQuote}
            />
          ) : undefined
        }
      >
        {devis?.length ? (
          <RowList label={projetsText.quotes}>
            {devis.map((one) => (
              <DevisRow key={one.IDDEVIS} devis={one} otherSigned={isSuperseded(one, devis)} />
            ))}
          </RowList>
        ) : (
          <PanelEmpty text={projetsText.noQuotes} />
        )}
      </Panel>
      <ProjectPayments projet={id} devis={devis} />
      <Panel
        title={projetsText.rdvs}
        count={rdvs?.length}
        action={
          mayPlan ? (
            <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={16} />} onClick={planRdv}>
              {projetsText.newRdv}
            </Button>
          ) : undefined
        }
      >
        {rdvs?.length ? (
          <RowList label={projetsText.rdvs}>
            {rdvs.map((rdv) => (
              <RdvRow key={rdv.IDRDV} rdv={rdv} />
            ))}
          </RowList>
        ) : (
          <PanelEmpty text={projetsText.noRdvs} />
        )}
      </Panel>
      <Panel
        title={projetsText.interventions}
        count={interventions?.length}
        action={
          !closed && allowed('create', 'intervention') ? (
            <AddLink
              href={paths.resource.create('intervention', { IDPROJET: id })}
              label={projetsText.newIntervention}
            />
          ) : undefined
        }
      >
        {interventions?.length ? (
          <RowList label={projetsText.interventions}>
            {interventions.map((one) => (
              <InterventionRow
                key={one.IDINTERVENTION}
                intervention={one}
                stop={stopOf(
                  projet,
                  devis?.find(({ IDDEVIS }) => IDDEVIS === one.IDDEVIS),
                )}
              />
            ))}
          </RowList>
        ) : (
          <PanelEmpty text={projetsText.noInterventions} />
        )}
      </Panel>
      <Panel
        title={projetsText.reports}
        count={soumissions?.length}
        action={<AddLink href={paths.rapport.href({ idProjet: id })} label={projetsText.newReport} />}
      >
        {soumissions?.length ? (
          <RowList label={projetsText.reports}>
            {soumissions.map((one) => (
              <RecordRow
                key={one.IDSOUMISSION}
                href={paths.rapport.view(one.IDSOUMISSION)}
                title={rapports?.find((form) => form.id === one.IDRAPPORT)?.TITRE ?? projetsText.report}
                detail={formatInstant(one.DATE_SOUMISSION, zone)}
                sync={one.sync.state}
              />
            ))}
          </RowList>
        ) : (
          <PanelEmpty text={projetsText.noReports} />
        )}
      </Panel>
    </>
  )

  const below = [...(devis ?? []).map((one) => one.IDDEVIS), ...(rdvs ?? []).map((one) => one.IDRDV)]
  const happened = { devis, rdvs, interventions, soumissions, rapports, fichiers }
  const events = timelineEvents({ zone, projets: [projet], ...happened })
  const side: ReactNode = (
    <>
      <Panel title={projetsText.client}>
        <dl className={styles.facts}>
          <Fact label={projetsText.client}>
            <RecordLink resource="client" id={projet.IDCLIENT} />
          </Fact>
          <Fact label={projetsText.site}>
            {site ? <RecordLink resource="adresse" id={site.IDADRESSE} from={{ IDPROJET: id }} /> : projetsText.noSite}
          </Fact>
        </dl>
        <div className={styles.contact}>
          <ContactActions phone={phone} email={client?.MAIL} place={place} />
        </div>
      </Panel>
      <Panel title={entityOf('projet').title}>
        <NarrowFacts>
          <Facts
            entity={entityOf('projet')}
            record={projet}
            names={[
              'IDRESPONSABLEPROJET',
              'IDAGENCE',
              'TYPE_PROJET',
              'RELANCE_INTERMEDIAIRE',
              'DATE_CREATION',
              'DESCRIPTION',
            ]}
          />
        </NarrowFacts>
      </Panel>
      <JournalPanel
        journal={projet.JOURNAL}
        action={
          allowed('update', 'projet') ? (
            <>
              <NoteCall about={about} name={clientName ?? label} onPlan={planRdv} variant="subtle" size="compact-sm" />
              <WriteNote about={about} name={clientName ?? label} variant="subtle" size="compact-sm" />
            </>
          ) : null
        }
      />
      <SentPanel subject={{ resource: 'projet', id, below }} />
      <Panel title={filesText.title} count={files?.length}>
        <div className={styles.addFiles}>
          <TakePhotos target={target} takes={PHOTO} />
          <AddDocument target={target} />
        </div>
        {files?.length ? <FileList files={files} /> : <PanelEmpty text={filesText.empty} />}
      </Panel>
      {events.length > 0 ? (
        <Panel title={projetsText.timeline}>
          <Timeline events={events} label={projetsText.timeline} />
        </Panel>
      ) : null}
    </>
  )

  return (
    <>
      <PageHeader
        title={label}
        back={back}
        subtitle={
          <HeaderMarks>
            {clientName}
            <ProjetChip projet={projet} />
            <KnownClientChip journal={projet.JOURNAL} size="md" />
            <RecordLabels held={projet.IDLABELS} />
            <SyncLink resource="projet" id={id} mark={projet.sync} />
          </HeaderMarks>
        }
        actions={
          <RecordActions
            resource="projet"
            id={id}
            label={label}
            back={back}
            refuseRemoval={() => refusal}
            menu={
              allowed('cancel', 'projet') ? (
                closed ? (
                  <Menu.Item leftSection={<IconRotate size={16} />} onClick={() => void reopen()}>
                    {projetsText.reopen}
                  </Menu.Item>
                ) : (
                  <Menu.Item leftSection={<IconBan size={16} />} onClick={() => setCancelling(true)}>
                    {projetsText.cancel}
                  </Menu.Item>
                )
              ) : undefined
            }
          />
        }
      />
      <StateStepper projet={projet} />
      <Columns main={main} side={side} />
      <CancelSheet projet={projet} left={left} opened={cancelling} onClose={() => setCancelling(false)} />
    </>
  )
}
