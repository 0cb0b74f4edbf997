import type { ReactNode } from 'react'
import styles from '../../forms/resource.module.css'
import { rolesText } from '../../text/roles.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { HeaderMarks, PageHeader } from '../../ui/page/page-header.tsx'

/** A record that only administrators may write: its card, without edit or delete. */
export function ReadOnlyPage(props: { title: string; kind: string; facts: ReactNode; children?: ReactNode }) {
  const { title, kind, facts, children } = props
  return (
    <div className={styles.page}>
      <PageHeader
        title={title}
        back={paths.manager.href()}
        subtitle={
          <HeaderMarks>
            {kind} · {rolesText.readOnly}
          </HeaderMarks>
        }
      />
      <section className={`surface ${styles.card}`} aria-label={title}>
        <dl className={styles.facts}>{facts}</dl>
      </section>
      <div className={styles.below}>{children}</div>
    </div>
  )
}
