import type { ReferenceList } from '../../../schemas/entities/reference.ts'
import { LIST_FIELDS } from '../../../schemas/rules/lists.ts'
import { useOffered } from '../../data/records/use-offered.ts'
import styles from '../../domain/lists/lists.module.css'
import { listsText as text } from '../../text/lists.ts'
import { RowLink } from '../../ui/list/row-link.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { ExportPanel } from './export-panel.tsx'

function ListRow({ list }: { list: ReferenceList }) {
  const entries = useOffered(list)
  const { title, hint } = text.of[list]
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <RowLink href={paths.liste.href(list)} inset>
          {title}
        </RowLink>
        <div className={styles.detail}>{hint}</div>
      </div>
      <span className={styles.end}>{entries === undefined ? '' : text.count(entries.length)}</span>
    </li>
  )
}

/** /manager/parametres: what a director sets up for the company. */
export function ParametresScreen() {
  return (
    <>
      <PageHeader title={text.title} subtitle={text.intro} />
      <div className={styles.panels}>
        <Panel title={text.lists}>
          <ul className={styles.list} aria-label={text.lists}>
            {(Object.keys(LIST_FIELDS) as ReferenceList[]).map((list) => (
              <ListRow key={list} list={list} />
            ))}
          </ul>
        </Panel>
        <ExportPanel />
      </div>
    </>
  )
}
