import { Button } from '@mantine/core'
import { IconFolderPlus, IconHandGrab, IconMessageReply, IconUserPlus } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { demande as demandeEntity } from '../../../schemas/entities/demande.ts'
import { devis as devisEntity } from '../../../schemas/entities/devis.ts'
import { projet as projetEntity } from '../../../schemas/entities/projet.ts'
import { type EtatDemande, etatDemande, type Filleul, isAbandoned } from '../../../schemas/rules/demandes.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { viewOfRow } from '../../data/records/use-files.ts'
import { useLeft } from '../../data/records/use-left.ts'
import { useLiveRecord } from '../../data/records/use-live.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { PhotoGrid } from '../../domain/files/file-list.tsx'
import { useNameFile } from '../../domain/files/use-name-file.ts'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { RecordRow, RowList } from '../../domain/records/record-rows.tsx'
import { SyncChip } from '../../domain/records/record-sync.tsx'
import { MissingRecord } from '../../domain/records/resource-view.tsx'
import { usePageRecord } from '../../forms/use-page-record.ts'
import { demandesText as text } from '../../text/demandes.ts'
import { ContactActions } from '../../ui/contact/contact-actions.tsx'
import { formatInstant } from '../../ui/format/format.ts'
import { hrefProps } from '../../ui/navigation/href-props.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { useBusy } from '../../ui/notices/use-busy.ts'
import { HeaderMarks, PageHeader } from '../../ui/page/page-header.tsx'
import { Columns, Panel, PanelEmpty } from '../../ui/page/panel.tsx'
import { StateChip } from '../../ui/page/state-chip.tsx'
import { AnswerSheet } from './answer-sheet.tsx'
import styles from './demandes.module.css'

type Demande = LocalRecord<'demande'>

const COLORS = { nouvelle: 'red', prise: 'blue', repondue: 'green' } as const
const ICON = 18

const labelOf = (etat: EtatDemande, who: string): string => (etat === 'prise' ? text.takenBy(who) : text.etats[etat])

/** The records that a request names; undefined while they are read, null where this device has none. */
function useNamed(demande: Demande) {
  return {
    client: useLiveRecord('client', demande.IDCLIENT),
    projet: useLiveRecord('projet', demande.IDPROJET),
    devis: useLiveRecord('devis', demande.IDDEVIS),
    madeClient: useLiveRecord('client', demande.IDCLIENT_SUITE),
    madeProjet: useLiveRecord('projet', demande.IDPROJET_SUITE),
    photos: [...(useRecords('fichier', demande.PHOTOS)?.values() ?? [])].map(viewOfRow),
    people: useRecords('personnel', [demande.PRISE_PAR, ...demande.REPONSES.map((one) => one.IDPERSONNEL)]),
  }
}
type Named = ReturnType<typeof useNamed>

function Links({ title, links }: { title: string; links: readonly { href: string; label: string }[] }) {
  if (links.length === 0) return null
  return (
    <Panel title={title}>
      <RowList label={title}>
        {links.map(({ href, label }) => (
          <RecordRow key={href} href={href} title={label} />
        ))}
      </RowList>
    </Panel>
  )
}

const clientLink = (client: LocalRecord<'client'> | null | undefined) =>
  client ? [{ href: paths.resource.view('client', client.IDCLIENT), label: clientEntity.label(client) }] : []
const projetLink = (projet: LocalRecord<'projet'> | null | undefined) =>
  projet ? [{ href: paths.resource.view('projet', projet.IDPROJET), label: projetEntity.label(projet) }] : []
const devisLink = (devis: LocalRecord<'devis'> | null | undefined) =>
  devis ? [{ href: paths.resource.view('devis', devis.IDDEVIS), label: devisEntity.label(devis) }] : []

function FilleulPanel({ filleul }: { filleul: Filleul }) {
  const name = [filleul.PRENOM, filleul.NOM].filter(Boolean).join(' ')
  return (
    <Panel title={text.filleul}>
      <p className={styles.message}>
        {[name, filleul.VILLE, filleul.PORTABLE, filleul.MAIL].filter(Boolean).join('\n')}
      </p>
    </Panel>
  )
}

function Answers({ demande, people }: { demande: Demande; people: Named['people'] }) {
  const zone = useZone()
  return (
    <Panel title={text.answers} count={demande.REPONSES.length}>
      {demande.REPONSES.length === 0 ? <PanelEmpty text={text.noAnswer} /> : null}
      {demande.REPONSES.map(({ id, LE, CANAL, TEXTE, IDPERSONNEL }) => (
        <p key={id} className={styles.message}>
          {TEXTE}
          <span className={styles.by}>
            {text.answeredBy(CANAL, people?.get(IDPERSONNEL)?.NOM_COMPLET ?? '', formatInstant(LE, zone))}
          </span>
        </p>
      ))}
    </Panel>
  )
}

/** What the form of a new client opens with: the recommended person, and who recommended them. */
function filleulValues(demande: Demande, client: LocalRecord<'client'>): Record<string, string> {
  const { NOM = '', PRENOM, PORTABLE, MAIL, VILLE } = demande.FILLEUL ?? {}
  // A town alone is no address.
  const OBSERVATIONS = [text.recommendedBy(clientEntity.label(client)), VILLE].filter(Boolean).join(' ')
  const given = Object.entries({ NOM, PRENOM, PORTABLE, MAIL, OBSERVATIONS, projet: '1', demande: demande.id })
  return Object.fromEntries(given.filter((one): one is [string, string] => one[1] !== undefined && one[1] !== ''))
}

function Actions({ demande, named }: { demande: Demande; named: Named }) {
  const commands = useCommands()
  const allowed = useMay()
  const { busy, whileBusy } = useBusy()
  /** The client at the opening: a merge of records takes it away for a moment, and the answer that is being written stays. */
  const [answered, setAnswered] = useState<LocalRecord<'client'> | null>(null)
  const { client, projet } = named
  const take = () =>
    whileBusy(async () => {
      await commands.take(demande.id)
      notices.success(text.taken)
    })
  const isNew = etatDemande(demande, useLeft()) === 'nouvelle'
  const isReferral = demande.GENRE === 'parrain'
  const canMake = isReferral
    ? demande.IDCLIENT_SUITE === null && allowed('create', 'client')
    : demande.IDPROJET_SUITE === null && allowed('create', 'projet')
  return (
    <div className={styles.actions}>
      {isNew ? (
        <Button
          size="md"
          loading={busy}
          leftSection={<IconHandGrab size={ICON} aria-hidden />}
          onClick={() => void take()}
        >
          {text.take}
        </Button>
      ) : null}
      {client ? (
        <Button
          size="md"
          variant={isNew ? 'default' : 'filled'}
          leftSection={<IconMessageReply size={ICON} aria-hidden />}
          onClick={() => setAnswered(client)}
        >
          {text.answer}
        </Button>
      ) : null}
      {client && canMake && isReferral ? (
        <Button
          component={Link}
          {...hrefProps(paths.resource.create('client', filleulValues(demande, client)))}
          size="md"
          variant="default"
          leftSection={<IconUserPlus size={ICON} aria-hidden />}
        >
          {text.makeClient}
        </Button>
      ) : null}
      {client && canMake && demande.GENRE === 'apres_vente' ? (
        <>
          <Button
            component={Link}
            {...hrefProps(
              paths.resource.create('projet', {
                IDCLIENT: demande.IDCLIENT,
                demande: demande.id,
                ...(projet?.ADRESSE_CHANTIER ? { ADRESSE_CHANTIER: projet.ADRESSE_CHANTIER } : {}),
              }),
            )}
            size="md"
            variant="default"
            leftSection={<IconFolderPlus size={ICON} aria-hidden />}
          >
            {text.makeAfterSales}
          </Button>
          {demande.PHOTOS.length > 0 ? <p className={styles.hint}>{text.photosFollow}</p> : null}
        </>
      ) : null}
      {client ? <ContactActions phone={client.PORTABLE ?? client.TELEPHONE} email={client.MAIL} /> : null}
      {answered ? (
        <AnswerSheet demande={demande} client={client ?? answered} onClose={() => setAnswered(null)} />
      ) : null}
    </div>
  )
}

function DemandePage({ demande }: { demande: Demande }) {
  const zone = useZone()
  const named = useNamed(demande)
  const { client, photos, people } = named
  const naming = useNameFile()
  const left = useLeft()
  const etat = etatDemande(demande, left)
  const who = people?.get(demande.PRISE_PAR ?? '')?.NOM_COMPLET ?? ''
  return (
    <>
      <PageHeader
        title={client ? clientEntity.label(client) : text.title}
        back={paths.demandes.href()}
        subtitle={
          <HeaderMarks>
            {demandeEntity.label(demande)} · {text.receivedAt(formatInstant(demande.DATE_DEMANDE, zone))}
            <StateChip
              label={isAbandoned(demande, left) ? text.leftBy(who) : labelOf(etat, who)}
              color={COLORS[etat]}
            />
            <SyncChip state={demande.sync.state} />
          </HeaderMarks>
        }
      />
      <Columns
        main={
          <>
            <Panel title={text.message}>
              <p className={styles.message}>{demande.MESSAGE || text.noMessage}</p>
            </Panel>
            {demande.FILLEUL ? <FilleulPanel filleul={demande.FILLEUL} /> : null}
            {photos.length > 0 ? (
              <Panel title={text.photosTitle} count={photos.length}>
                <PhotoGrid photos={photos} label={text.photosTitle} naming={naming} />
              </Panel>
            ) : null}
            <Answers demande={demande} people={people} />
          </>
        }
        side={
          <>
            <section className="surface" aria-label={text.title}>
              <Actions demande={demande} named={named} />
            </section>
            <Links
              title={text.about}
              links={[...clientLink(client), ...projetLink(named.projet), ...devisLink(named.devis)]}
            />
            <Links title={text.suite} links={[...clientLink(named.madeClient), ...projetLink(named.madeProjet)]} />
          </>
        }
      />
    </>
  )
}

/** /manager/demande/$id: one request, what it names, and what the office does with it. */
export function DemandeScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  const demande = usePageRecord('demande', id)
  if (demande === undefined) return null
  if (demande === null) return <MissingRecord back={paths.demandes.href()} />
  return <DemandePage key={id} demande={demande} />
}
