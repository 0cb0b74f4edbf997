import { Link } from '@tanstack/react-router'
import { wallClock } from '../../../schemas/dates.ts'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { projet as projetEntity } from '../../../schemas/entities/projet.ts'
import type { LocalRecord } from '../../../sync/local-record.ts'
import { paths } from '../../app/paths.ts'
import { formatCount, formatDate } from '../../components/format.ts'
import { hrefProps } from '../../components/resource/href-props.ts'
import { RecordRow, RowList } from '../../components/resource/record-rows.tsx'
import { useQuery } from '../../components/resource/use-query.ts'
import { useZone } from '../../components/resource/use-zone.ts'
import { Sheet } from '../../components/sheet.tsx'
import { useIdle } from '../../components/use-idle.ts'
import { useRecords } from '../../db/use-records.ts'
import { dashboardText as text } from '../../text/dashboard.ts'
import styles from './dashboard.module.css'
import { isTodoList, type TodoList, useTodoCards } from './use-todo.ts'

const SHOWN = 60

/** The projects of one list, while its own screen is not part of the product yet. */
function ProjectList({ name, projets }: { name: TodoList; projets: readonly LocalRecord<'projet'>[] }) {
  const shown = projets.slice(0, SHOWN)
  const clients = useRecords(
    'client',
    shown.map((projet) => projet.IDCLIENT),
  )
  const zone = useZone()
  const about = (projet: LocalRecord<'projet'>): string => {
    const since = projet.DATE_CREATION && text.since(formatDate(wallClock(new Date(projet.DATE_CREATION), zone)))
    const relance = projet.RELANCE_INTERMEDIAIRE && text.relance(formatDate(projet.RELANCE_INTERMEDIAIRE))
    return [projetEntity.label(projet), relance || since].filter(Boolean).join(' · ')
  }
  return (
    <>
      <RowList label={text.lists[name]}>
        {shown.map((projet) => {
          const client = clients?.get(projet.IDCLIENT)
          return (
            <RecordRow
              key={projet.IDPROJET}
              href={paths.resource.view('projet', projet.IDPROJET)}
              title={client ? clientEntity.label(client) : projetEntity.label(projet)}
              detail={about(projet)}
              sync={projet.sync.state}
            />
          )
        })}
      </RowList>
      {projets.length > SHOWN ? (
        <p className={styles.quiet}>{text.listMore(SHOWN, formatCount(projets.length))}</p>
      ) : null}
    </>
  )
}

/** « À faire »: what waits for me, by role, each card leading to its list. */
export function TodoSection() {
  const idle = useIdle()
  const todo = useTodoCards(!idle)
  const [query, setQuery] = useQuery()
  const list = isTodoList(query.liste) ? query.liste : null
  const projets = list && todo?.projects[list]
  const waiting = todo?.cards.filter((card) => card.count > 0)
  return (
    <section aria-label={text.todo}>
      <h2 className={styles.sectionTitle}>{text.todo}</h2>
      {waiting?.length === 0 ? <p className={`surface ${styles.card} ${styles.quiet}`}>{text.todoDone}</p> : null}
      <ul className={styles.todo} aria-busy={todo === undefined}>
        {waiting?.map(({ name, count, href }) => (
          <li key={name}>
            <Link {...hrefProps(href)} className={`surface ${styles.todoCard}`} data-list={name}>
              <span className={styles.todoCount}>{formatCount(count)}</span>
              <span className={styles.todoName}>{text.lists[name]}</span>
              <span className={styles.todoHint}>{text.listHint[name]}</span>
            </Link>
          </li>
        ))}
      </ul>
      {list && projets ? (
        <Sheet opened onClose={() => setQuery({ liste: undefined })} title={text.lists[list]} size="lg">
          {projets.length === 0 ? (
            <p className={styles.quiet}>{text.todoDone}</p>
          ) : (
            <ProjectList name={list} projets={projets} />
          )}
        </Sheet>
      ) : null}
    </section>
  )
}
