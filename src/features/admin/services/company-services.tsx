import type { Company } from '../../../domain/company/company-entity.ts'
import { LeadsPanel } from './leads-panel.tsx'
import { MailPanel } from './mail-panel.tsx'
import { PaymentPanel } from './payment-panel.tsx'
import styles from './services.module.css'
import { SignedLinksPanel } from './signed-links-panel.tsx'
import { SmsPanel } from './sms-panel.tsx'

/** A company's services: mail, SMS, payments, and the keys of programs that call it; each has a test (SET-07). */
export function CompanyServices({ company, changed }: { company: Company; changed: () => void }) {
  return (
    <div className={styles.services}>
      <SmsPanel companyId={company.id} />
      <MailPanel companyId={company.id} />
      <PaymentPanel companyId={company.id} companyName={company.NOM} />
      <LeadsPanel company={company} />
      <SignedLinksPanel company={company} changed={changed} />
    </div>
  )
}
