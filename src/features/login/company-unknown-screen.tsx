import { Button } from '@mantine/core'
import { currentLabel } from '../../data/api/host.ts'
import { useCompany } from '../../data/session/session.tsx'
import type { ProposedCompany } from '../../data/session/session-actions.ts'
import { lastArea } from '../../data/session/session-store.ts'
import { errorsText } from '../../text/errors.ts'
import { loginText } from '../../text/login.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { MessagePage } from '../../ui/page/message-page.tsx'

const urlOf = (company: ProposedCompany): string => {
  if (company.url) return company.url
  const { protocol, hostname, port } = window.location
  // The base domain: the host without its unknown first label, or the bare host itself.
  const base = currentLabel() === null ? hostname : hostname.split('.').slice(1).join('.')
  return `${protocol}//${company.key}.${base}${port === '' ? '' : `:${port}`}/`
}

/** Customers keep nothing on their device that is not sent, and the company is not theirs. */
const isStaff = (): boolean => window.location.pathname.startsWith(paths.manager.path) || lastArea() === 'manager'

/**
 * Shown on a host that names no company; in demo mode it lists the existing companies (TEN-01). A device that has worked for a company here knows that the
 * address was right: the company is suspended, or has another address. The server says the same of every name that it does not serve.
 */
export function CompanyUnknownScreen({ companies }: { companies: ProposedCompany[] }) {
  const label = currentLabel()
  const company = useCompany()
  if (company) {
    return (
      <MessagePage
        title={loginText.closedCompanyTitle}
        text={`${loginText.closedCompany(company.NOM)} ${isStaff() ? loginText.closedCompanyKept : loginText.closedCompanyContact}`}
        actions={<Button onClick={() => window.location.reload()}>{errorsText.retry}</Button>}
      />
    )
  }
  return (
    <MessagePage
      title={loginText.unknownCompanyTitle}
      text={`${label === null ? loginText.bareHost : loginText.unknownCompany(label)} ${loginText.unknownCompanyHelp}`}
      actions={
        companies.length === 0 ? null : (
          <ul
            aria-label={loginText.demoCompanies}
            style={{ listStyle: 'none', margin: 0, padding: 0, display: 'contents' }}
          >
            {companies.map((company) => (
              <li key={company.key}>
                <Button component="a" href={urlOf(company)} variant="default">
                  {company.NOM}
                </Button>
              </li>
            ))}
          </ul>
        )
      }
    />
  )
}
