import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { today, wallClock } from '../../../schemas/dates.ts'
import { adresse as adresseEntity } from '../../../schemas/entities/adresse.ts'
import { projet as projetEntity } from '../../../schemas/entities/projet.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { isSuperseded } from '../../../schemas/rules/devis.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { JournalList, type ListedEntry } from '../../domain/calls/journal-list.tsx'
import { noProjectWords } from '../../domain/clients/no-project-words.ts'
import { AroundLink } from '../../domain/map/around-link.tsx'
import { useMay, useStaff } from '../../domain/personnels/use-staff.ts'
import { Timeline } from '../../domain/projets/timeline.tsx'
import { timelineEvents } from '../../domain/projets/timeline-events.ts'
import { DevisRow, ProjetRow, RdvRow, RowList } from '../../domain/records/record-rows.tsx'
import { Fact, Facts, NarrowFacts } from '../../domain/records/resource-view.tsx'
import { useNames } from '../../domain/records/use-names.ts'
import { clientsText } from '../../text/clients.ts'
import { projetsText } from '../../text/projets.ts'
import { formatDate } from '../../ui/format/format.ts'
import { hrefProps } from '../../ui/navigation/href-props.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import styles from './client.module.css'
import { SharedNumber } from './shared-number.tsx'
import type { ClientFile } from './use-client-file.ts'

/** The client's data, address included. */
export function ClientInfos({ client, adresse }: Pick<ClientFile, 'adresse'> & { client: LocalRecord<'client'> }) {
  return (
    <NarrowFacts>
      <dl>
        <Fact label={clientsText.address}>
          {adresse ? (
            <div className={styles.place}>
              <Link
                {...hrefProps(paths.resource.view('adresse', adresse.IDADRESSE, { IDCLIENT: client.IDCLIENT }))}
                className={styles.link ?? ''}
              >
                {adresseEntity.label(adresse)}
              </Link>
              <AroundLink adresse={adresse} className={styles.link} />
            </div>
          ) : (
            (client.VILLE ?? clientsText.noAddress)
          )}
        </Fact>
      </dl>
      <Facts
        entity={entityOf('client')}
        record={client}
        names={[
          'IDCIVILITE',
          'PORTABLE',
          'TELEPHONE',
          'MAIL',
          'IDPERSONNEL',
          'IDAGENCE',
          'IDORIGINE',
          'IDORIGINE_CAMPAGNE',
          ...(client.SANS_RAPPELS === 1 ? ['SANS_RAPPELS'] : []),
          'DATE_CREATION',
          'OBSERVATIONS',
        ]}
      />
      <SharedNumber client={client} />
    </NarrowFacts>
  )
}

export function ClientProjets({ client, projets }: Pick<ClientFile, 'projets'> & { client: LocalRecord<'client'> }) {
  const zone = useZone()
  const allowed = useMay()
  const staff = useStaff()
  const names = useNames()
  if (!projets) return null
  const create = allowed('create', 'projet') ? (
    <Button
      component={Link}
      {...hrefProps(paths.resource.create('projet', { IDCLIENT: client.IDCLIENT }))}
      variant={projets.length === 0 ? 'filled' : 'default'}
    >
      {clientsText.newProject}
    </Button>
  ) : null
  if (projets.length === 0) return <EmptyState text={noProjectWords(client, { staff, names })} action={create} />
  return (
    <>
      <RowList label={clientsText.tabs.projets}>
        {projets.map((projet) => (
          <ProjetRow
            key={projet.IDPROJET}
            projet={projet}
            zoneDate={(instant) => formatDate(today(zone, new Date(instant)))}
          />
        ))}
      </RowList>
      {create ? <div className={styles.after}>{create}</div> : null}
    </>
  )
}

export function ClientDevis({ devis }: Pick<ClientFile, 'devis'>) {
  if (!devis) return null
  if (devis.length === 0) return <EmptyState text={`${clientsText.noQuotes} ${clientsText.noQuotesHint}`} />
  return (
    <RowList label={clientsText.tabs.devis}>
      {devis.map((one) => (
        <DevisRow key={one.IDDEVIS} devis={one} otherSigned={isSuperseded(one, devis)} />
      ))}
    </RowList>
  )
}

export function ClientRdvs({ rdvs, onCreate }: Pick<ClientFile, 'rdvs'> & { onCreate: (() => void) | null }) {
  const zone = useZone()
  if (!rdvs) return null
  if (rdvs.length === 0) {
    const create = onCreate ? <Button onClick={onCreate}>{clientsText.newRdv}</Button> : undefined
    return <EmptyState text={clientsText.noRdvs} action={create} />
  }
  const now = wallClock(new Date(), zone)
  const groups = [
    { title: clientsText.upcoming, list: rdvs.filter((rdv) => rdv.RDV_FIN >= now).toReversed() },
    { title: clientsText.past, list: rdvs.filter((rdv) => rdv.RDV_FIN < now) },
  ].filter((group) => group.list.length > 0)
  return groups.map(({ title, list }) => (
    <section key={title} className={styles.group}>
      <h3 className={styles.groupTitle}>{title}</h3>
      <RowList label={title}>
        {list.map((rdv) => (
          <RdvRow key={rdv.IDRDV} rdv={rdv} />
        ))}
      </RowList>
    </section>
  ))
}

/** The client's own journal with those of its projects, each entry with its project. */
const journalsOf = (client: LocalRecord<'client'>, projets: readonly LocalRecord<'projet'>[]): ListedEntry[] => [
  ...client.JOURNAL,
  ...projets.flatMap((projet) => {
    const about = { label: projetEntity.label(projet), href: paths.resource.view('projet', projet.IDPROJET) }
    return projet.JOURNAL.map((entry) => ({ ...entry, about }))
  }),
]

export function ClientHistory({ file }: { file: ClientFile }) {
  const zone = useZone()
  const { client, projets, devis, rdvs, interventions } = file
  const events = timelineEvents({ zone, client, projets, devis, rdvs, interventions })
  const journal = client ? journalsOf(client, projets ?? []) : []
  if (events.length === 0 && journal.length === 0) return <EmptyState text={clientsText.noHistory} />
  return (
    <>
      {journal.length > 0 ? (
        <section className={styles.group}>
          <h3 className={styles.groupTitle}>{projetsText.journal}</h3>
          <JournalList journal={journal} />
        </section>
      ) : null}
      {events.length > 0 ? <Timeline events={events} label={clientsText.tabs.historique} /> : null}
    </>
  )
}
