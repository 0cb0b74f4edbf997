import { Button, Menu } from '@mantine/core'
import { IconCalendarRepeat, IconClipboardCheck, IconClipboardText } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { wallClock } from '../../../schemas/dates.ts'
import { adresse as adresseEntity } from '../../../schemas/entities/adresse.ts'
import { isActive, rdv as rdvEntity } from '../../../schemas/entities/rdv.ts'
import { isAnnounced } from '../../../schemas/rules/annonces.ts'
import { type DebriefCategory, debriefLabel, isDebriefed } from '../../../schemas/rules/debrief.ts'
import { durationBetween } from '../../../schemas/rules/durations.ts'
import { stopOf } from '../../../schemas/rules/stopped.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useFiles } from '../../data/records/use-files.ts'
import { useLiveRecord } from '../../data/records/use-live.ts'
import { useReferences } from '../../data/records/use-references.ts'
import { useSession } from '../../data/session/session.tsx'
import { useZone } from '../../data/session/use-zone.ts'
import { PhotosPanel } from '../../domain/files/photos-panel.tsx'
import { useRdvsHref } from '../../domain/navigation/use-way-back.ts'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { StopChip } from '../../domain/projets/stop-chip.tsx'
import { AnswerChip } from '../../domain/rdv/answer-chip.tsx'
import { placeIdOf } from '../../domain/rdv/place-of.ts'
import { followingRdv } from '../../domain/rdv/plan-rdv.ts'
import { cacheRdv } from '../../domain/rdv/rdv-cache.ts'
import { canauxOf } from '../../domain/rdv/telling.ts'
import { useTellClient } from '../../domain/rdv/use-tell-client.ts'
import { useNatures } from '../../domain/records/record-rows.tsx'
import { SyncLink } from '../../domain/records/record-sync.tsx'
import { Fact, MissingRecord, RecordActions } from '../../domain/records/resource-view.tsx'
import { RecordLink } from '../../forms/fields/resource-value.tsx'
import { filesText } from '../../text/files.ts'
import { rdvText } from '../../text/rdv.ts'
import { resourceText } from '../../text/resource.ts'
import { ContactActions } from '../../ui/contact/contact-actions.tsx'
import { longDayOf } from '../../ui/format/day-of.ts'
import { formatInstant, formatTimeRange } from '../../ui/format/format.ts'
import { hrefProps } from '../../ui/navigation/href-props.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { useGo } from '../../ui/navigation/use-leave.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { HeaderMarks, PageHeader } from '../../ui/page/page-header.tsx'
import { Columns, Panel, PanelEmpty } from '../../ui/page/panel.tsx'
import { StateChip } from '../../ui/page/state-chip.tsx'
import { DEBRIEF_COLORS } from './debrief-form.tsx'
import styles from './rdv.module.css'
import { TellPanel } from './tell-panel.tsx'

/** /manager/rdv/$id */
export function RdvScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  return <RdvPage key={id} id={id} />
}

/** One appointment: time, people, place, debrief. The debrief's sheet opens over it. */
export function RdvPage({ id }: { id: string }) {
  const rdv = useLiveRecord('rdv', id)
  const projet = useLiveRecord('projet', rdv?.IDPROJET)
  const client = useLiveRecord('client', projet?.IDCLIENT)
  const placeId = placeIdOf(rdv, projet, client)
  const adresse = useLiveRecord('adresse', placeId)
  const nature = useNatures()
  const { account } = useSession()
  const allowed = useMay()
  const commands = useCommands()
  const go = useGo()
  const zone = useZone()
  const back = useRdvsHref()
  const { asks } = useTellClient()

  if (rdv === undefined) return null
  if (rdv === null) return <MissingRecord back={back} />

  const label = rdvEntity.label(rdv)
  // Whose address the place is: its own, that of the project, or the client's.
  const placeOwner =
    placeId === rdv.IDADRESSE
      ? { IDRDV: id }
      : placeId === projet?.ADRESSE_CHANTIER
        ? { IDPROJET: projet.IDPROJET }
        : { IDCLIENT: client?.IDCLIENT ?? '' }
  const { label: natureLabel, color } = nature(rdv.IDNATURE_RDV)
  const active = isActive(rdv)
  const now = wallClock(new Date(), zone)
  const started = rdv.RDV_DEBUT <= now
  // As in the agenda: what was, or was debriefed, took place.
  const stop = !active || isDebriefed(rdv) || rdv.RDV_FIN <= now ? null : stopOf(projet)

  /** What was debriefed took place, and counts: the next visit is another appointment. */
  const planNext = () => {
    cacheRdv(null, { RDV_OBJET: rdv.RDV_OBJET, IDNATURE_RDV: rdv.IDNATURE_RDV, ...followingRdv(rdv, account) })
    go(paths.resource.create('rdv'))
  }
  const reschedule = () => {
    const times = { RDV_DEBUT: rdv.RDV_DEBUT, RDV_FIN: rdv.RDV_FIN }
    cacheRdv(id, times, { ...times, VERSION: rdv.VERSION })
    go(paths.resource.edit('rdv', id))
  }
  /** Whoever was told of it believes that it takes place. */
  const askAfterRemoval = () =>
    isAnnounced(rdv)
      ? asks(
          id,
          canauxOf({
            genre: 'annulation',
            rdv: { RDV_DEBUT: rdv.RDV_DEBUT, SUPPRIME: 1 },
            client,
            now: wallClock(new Date(), zone),
          }),
        )
      : undefined
  const restore = async (): Promise<void> => {
    try {
      await commands.restore('rdv', id)
      notices.success(rdvText.restored)
    } catch (error) {
      notices.failure(error)
    }
  }

  return (
    <>
      <PageHeader
        title={label}
        back={back}
        subtitle={
          <HeaderMarks>
            <StateChip label={natureLabel} color={color} />
            {stop === null ? null : <StopChip stop={stop} />}
            <AnswerChip rdv={rdv} />
            <SyncLink resource="rdv" id={id} mark={rdv.sync} />
          </HeaderMarks>
        }
        actions={
          <RecordActions
            resource="rdv"
            id={id}
            label={label}
            back={back}
            canRemove={active}
            askAfterRemoval={askAfterRemoval}
            canEdit={active}
            menu={
              active && allowed('update', 'rdv') ? (
                <Menu.Item
                  leftSection={<IconCalendarRepeat size={16} />}
                  onClick={isDebriefed(rdv) ? planNext : reschedule}
                >
                  {isDebriefed(rdv) ? rdvText.planNext : rdvText.reschedule}
                </Menu.Item>
              ) : undefined
            }
          />
        }
      />
      {active ? null : (
        <div className={styles.deleted}>
          {rdvText.deleted}
          {allowed('update', 'rdv') ? (
            <Button variant="default" onClick={() => void restore()}>
              {rdvText.restore}
            </Button>
          ) : null}
        </div>
      )}
      <div className={styles.actions}>
        {active && allowed('debrief', 'rdv') ? (
          <Button
            component={Link}
            to={paths.debrief.href(id)}
            variant={started && !isDebriefed(rdv) ? 'filled' : 'default'}
            leftSection={<IconClipboardCheck size={18} />}
          >
            {isDebriefed(rdv) ? rdvText.debriefAgain : rdvText.debriefAction}
          </Button>
        ) : null}
        <ContactActions
          phone={client?.PORTABLE ?? client?.TELEPHONE}
          email={client?.MAIL}
          place={
            adresse
              ? { label: adresseEntity.label(adresse), LATITUDE: adresse.LATITUDE, LONGITUDE: adresse.LONGITUDE }
              : null
          }
        />
      </div>
      <Columns
        main={
          <>
            <Panel title={rdvText.time(longDayOf(rdv.RDV_DEBUT, now), formatTimeRange(rdv.RDV_DEBUT, rdv.RDV_FIN))}>
              <dl className={styles.facts}>
                <Fact label={resourceText.duration}>{durationBetween(rdv.RDV_DEBUT, rdv.RDV_FIN)}</Fact>
                {client ? (
                  <Fact label={rdvText.client}>
                    <RecordLink resource="client" id={client.IDCLIENT} />
                  </Fact>
                ) : null}
                {rdv.IDPROJET ? (
                  <Fact label={rdvText.project}>
                    <RecordLink resource="projet" id={rdv.IDPROJET} />
                  </Fact>
                ) : null}
                {placeId ? (
                  <Fact label={rdvText.address}>
                    <RecordLink resource="adresse" id={placeId} from={placeOwner} />
                  </Fact>
                ) : null}
                <Fact label={rdvText.participants}>
                  {rdv.IDPERSONNELS.map((person, index) => (
                    <span key={person}>
                      {index > 0 ? ', ' : ''}
                      <RecordLink resource="personnel" id={person} />
                    </span>
                  ))}
                </Fact>
                {rdv.OBSERVATIONS ? <Fact label={rdvText.notes}>{rdv.OBSERVATIONS}</Fact> : null}
              </dl>
            </Panel>
            {active && rdv.IDPROJET ? <VisitPhotos id={id} idProjet={rdv.IDPROJET} /> : null}
          </>
        }
        side={
          <>
            {client && (active || isAnnounced(rdv)) ? <TellPanel rdv={rdv} client={client} projet={projet} /> : null}
            <Outcome rdv={rdv} zone={zone} />
          </>
        }
      />
    </>
  )
}

const TAKES = [{ origin: 'photo', label: filesText.takePhoto }] as const

/** Pictures of the site, for the people who work there later (MGR-11). A file belongs to a project, so the visit needs one. */
function VisitPhotos({ id, idProjet }: { id: string; idProjet: string }) {
  const files = useFiles({ recordId: id })
  const target = { resource: 'rdv', recordId: id, projectId: idProjet } as const
  return <PhotosPanel files={files} target={target} takes={TAKES} empty={rdvText.noPhotos} />
}

/** The result of the appointment (CAL-09). */
function Outcome({ rdv, zone }: { rdv: LocalRecord<'rdv'>; zone: string }) {
  const motives = useReferences('RDV_DEBRIEF')
  const author = useLiveRecord('personnel', rdv.DEBRIEF_PAR)
  const motive = motives.find((one) => one.id === rdv.IDRDV_DEBRIEF)
  return (
    <Panel
      title={rdvText.debrief}
      action={
        <Button
          component={Link}
          {...hrefProps(paths.rapport.href({ idRdv: rdv.IDRDV }))}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconClipboardText size={16} />}
        >
          {rdvText.report}
        </Button>
      }
    >
      {isDebriefed(rdv) ? (
        <>
          <div className={styles.outcome}>
            <StateChip
              label={debriefLabel(rdv.DEBRIEF_CATEGORIE)}
              color={DEBRIEF_COLORS[rdv.DEBRIEF_CATEGORIE as DebriefCategory] ?? 'grey'}
            />
            {motive?.LIBELLE}
          </div>
          {rdv.DEBRIEF_COMMENTAIRE ? <p className={styles.note}>{rdv.DEBRIEF_COMMENTAIRE}</p> : null}
          {author && rdv.DEBRIEF_LE ? (
            <p className={`${styles.note} ${styles.muted}`}>
              {rdvText.debriefBy(author.NOM_COMPLET ?? author.NOM, formatInstant(rdv.DEBRIEF_LE, zone))}
            </p>
          ) : null}
        </>
      ) : (
        <PanelEmpty text={rdvText.noDebrief} />
      )}
    </Panel>
  )
}
