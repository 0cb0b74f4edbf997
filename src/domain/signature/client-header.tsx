import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useCompany } from '../../data/session/session.tsx'
import { useLeave } from '../../ui/navigation/use-leave.ts'
import { setPageTitle } from '../../ui/page/page-title.ts'
import { CompanyMark } from '../company/company-mark.tsx'
import styles from './client-header.module.css'

/** The head of a screen that the customer sees: whose it is, what it is about, and the way out for the staff. */
export function CustomerHeader({
  title,
  back,
  quit,
  wide = false,
}: {
  title: string
  back: string
  quit: string
  wide?: boolean
}) {
  const company = useCompany()
  const leave = useLeave(back)
  useEffect(() => {
    setPageTitle({ title, back })
    return () => setPageTitle(null)
  }, [title, back])
  return (
    <header className={styles.head} data-wide={wide || undefined}>
      {company ? <CompanyMark company={company} size={30} /> : null}
      <h1 className={styles.heading}>{title}</h1>
      <Button variant="default" size="md" onClick={leave}>
        {quit}
      </Button>
    </header>
  )
}
