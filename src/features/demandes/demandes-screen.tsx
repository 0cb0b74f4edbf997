import { IconMessageReply } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { today as dayIn } from '../../../schemas/dates.ts'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { demande as demandeEntity } from '../../../schemas/entities/demande.ts'
import { ETATS_DEMANDE, type EtatDemande, etatDemande, isAbandoned } from '../../../schemas/rules/demandes.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { isAnswerTo } from '../../data/records/is-answer-to.ts'
import { useLeft } from '../../data/records/use-left.ts'
import { useIsLeftKnown } from '../../data/records/use-left-known.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { type Records, useRecords } from '../../data/records/use-records.ts'
import { useNow } from '../../data/session/use-now.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { TaskRow } from '../../domain/records/task-row.tsx'
import { ListSort, ListTools, NothingFound } from '../../domain/views/list-tools.tsx'
import { useListView } from '../../domain/views/use-list-view.ts'
import { demandesText as text } from '../../text/demandes.ts'
import { PlainButton } from '../../ui/controls/plain-button.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { age } from '../../ui/format/age.ts'
import { useDesktop } from '../../ui/hooks/desktop.ts'
import { toolbarItem } from '../../ui/list/list-toolbar.tsx'
import { VirtualList } from '../../ui/list/virtual-list.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { AnswerSheet } from './answer-sheet.tsx'
import styles from './demandes.module.css'
import { useDemandeColumns } from './use-demande-columns.ts'

type Demande = LocalRecord<'demande'>

const ROW_PHONE = 116
const ROW_DESKTOP = 84

/** Latest first. */
const byDate = (a: Demande, b: Demande): number =>
  b.DATE_DEMANDE.localeCompare(a.DATE_DEMANDE) || (a.id < b.id ? -1 : 1)

function DemandeRow({
  demande,
  clients,
  people,
  left,
  onAnswer,
}: {
  demande: Demande
  clients: Records<'client'> | undefined
  people: Records<'personnel'> | undefined
  left: ReadonlySet<string>
  onAnswer: (client: LocalRecord<'client'>) => void
}) {
  const zone = useZone()
  const today = useNow().slice(0, 10)
  const client = clients?.get(demande.IDCLIENT)
  const isNew = etatDemande(demande, left) === 'nouvelle'
  const who = people?.get(demande.PRISE_PAR ?? '')?.NOM_COMPLET ?? ''
  const day = dayIn(zone, new Date(demande.DATE_DEMANDE))
  return (
    <TaskRow
      title={client ? clientEntity.label(client) : clients ? text.unknownClient : ''}
      href={paths.demandes.one(demande.id)}
      sync={demande.sync.state}
      reason={<span className={styles.kind}>{demandeEntity.label(demande)}</span>}
      age={{ text: text.received(age(day, today)), late: isNew && day < today }}
      lines={[
        <span key="message" className={styles.start}>
          {demande.MESSAGE}
        </span>,
        [
          isAbandoned(demande, left) ? text.leftBy(who) : isNew || demande.PRISE_PAR === null ? '' : text.takenBy(who),
          demande.PHOTOS.length > 0 ? text.photos(demande.PHOTOS.length) : '',
        ]
          .filter(Boolean)
          .join(' · '),
      ]}
      actions={
        client && etatDemande(demande, left) !== 'repondue' ? (
          <PlainButton
            tall
            icon={<IconMessageReply size={18} aria-hidden />}
            label={text.answerTo(clientEntity.label(client))}
            onClick={() => onAnswer(client)}
          >
            {text.answer}
          </PlainButton>
        ) : null
      }
    />
  )
}

/** « Demandes » (DAY-05): what customers sent from their space, by state. */
export function DemandesScreen() {
  const [query, setQuery] = useQuery()
  const desktop = useDesktop()
  const every = useLiveList('demande', {})
  const demandes = useIsLeftKnown() ? every : undefined
  const etat = ETATS_DEMANDE.find((one) => one === query.etat) ?? 'nouvelle'
  const left = useLeft()
  const listed = useMemo(
    () => demandes?.filter((one) => etatDemande(one, left) === etat).sort(byDate),
    [demandes, etat, left],
  )
  const ids = listed?.map(({ IDCLIENT }) => IDCLIENT)
  const takers = listed?.map(({ PRISE_PAR }) => PRISE_PAR)
  const clients = useRecords('client', ids, { stale: true })
  const people = useRecords('personnel', takers, { stale: true })
  const { columns, find } = useDemandeColumns(clients, people)
  const view = useListView({
    screen: 'demandes',
    rows: listed,
    columns,
    find,
    isRead: isAnswerTo(clients, ids) && isAnswerTo(people, takers),
    asked: etat,
  })
  const shown = view.rows
  // Not of its row, which leaves the list once it is answered.
  const [answered, setAnswered] = useState<{ demande: Demande; client: LocalRecord<'client'> } | null>(null)
  const count = (of: EtatDemande) => demandes?.filter((one) => etatDemande(one, left) === of).length
  return (
    <>
      <PageHeader title={text.title} subtitle={text.hint} />
      <ListTools view={view}>
        <Segments
          className={toolbarItem.segments}
          label={text.states}
          value={etat}
          onChange={(next) => setQuery({ etat: next === 'nouvelle' ? undefined : next })}
          data={ETATS_DEMANDE.map((one) => ({ value: one, label: text.segment(one, count(one)) }))}
        />
      </ListTools>
      {shown === undefined ? null : shown.length === 0 && view.all > 0 ? (
        <NothingFound view={view} />
      ) : shown.length === 0 ? (
        <EmptyState text={text.empty[etat]} />
      ) : (
        <VirtualList
          items={shown}
          estimate={desktop ? ROW_DESKTOP : ROW_PHONE}
          keyOf={({ id }) => id}
          label={text.list}
          head={<ListSort view={view} />}
          row={(demande) => (
            <DemandeRow
              demande={demande}
              clients={clients}
              people={people}
              left={left}
              onAnswer={(client) => setAnswered({ demande, client })}
            />
          )}
        />
      )}
      {answered ? <AnswerSheet {...answered} quotes onClose={() => setAnswered(null)} /> : null}
    </>
  )
}
