import { Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { BackLink } from './back-link.tsx'
import styles from './page-header.module.css'
import { setPageTitle } from './page-title.ts'

/**
 * Head of a page. Desktop: title, subtitle and actions in one row. Phone: the top bar shows the title (and the back arrow), so
 * only subtitle and actions take room here; the heading stays for assistive technology.
 */
export function PageHeader({
  title,
  subtitle,
  back,
  actions,
}: {
  title: string
  subtitle?: ReactNode
  /** Where « Retour » leads when there is no former page; none on a main destination. */
  back?: string
  actions?: ReactNode
}) {
  useEffect(() => {
    setPageTitle({ title, back })
    return () => setPageTitle(null)
  }, [title, back])
  return (
    <header className={styles.header} data-bare={subtitle === undefined && actions === undefined ? true : undefined}>
      {back !== undefined && <BackLink to={back} variant="default" size={36} className={styles.back ?? ''} />}
      <div className={styles.words}>
        <Title order={1} size="h2" className={styles.title ?? ''}>
          {title}
        </Title>
        {subtitle !== undefined && (
          <Text component="div" size="sm" c="dimmed">
            {subtitle}
          </Text>
        )}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}

/** A line of short texts and chips under the title. */
export function HeaderMarks({ children }: { children: ReactNode }) {
  return <span className={styles.marks}>{children}</span>
}
