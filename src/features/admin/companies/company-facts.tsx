import { type Company, company } from '../../../domain/company/company-entity.ts'
import { BesideTheme } from '../../../domain/company/company-look.tsx'
import { companiesText as text } from '../../../text/admin/companies.ts'
import { EMPTY } from '../../../text/words.ts'
import { formatPhone } from '../../../ui/format/format.ts'
import styles from './companies.module.css'

const SHOWN = [
  'NOM',
  'key',
  'FUSEAU',
  'COLOR',
  'SIRET',
  'TELEPHONE',
  'MAIL',
  'ADRESSE',
  'CODE_POSTAL',
  'VILLE',
  'AIDE_URL',
  'SMS_EXPEDITEUR',
  'MAIL_EXPEDITEUR',
  'MENTIONS_LEGALES',
  'MEDIATEUR',
  'ASSURANCE',
] as const

const words = (name: (typeof SHOWN)[number], value: string | null): string => {
  if (value === null || value === '') return EMPTY
  return name === 'TELEPHONE' ? formatPhone(value) : value
}

/** The company's data, beside its theme as its people see it. */
export function CompanyFacts({ company: data }: { company: Company }) {
  const { WEBSERVICE_SERVER: server } = data
  return (
    <BesideTheme theme={data}>
      <section className={`surface ${styles.sheet}`} aria-label={data.NOM}>
        <dl className={styles.facts}>
          {SHOWN.map((name) => (
            <div key={name}>
              <dt>{company.fields[name].label}</dt>
              <dd>{words(name, data[name])}</dd>
            </div>
          ))}
          <div>
            <dt>{text.webservice}</dt>
            <dd>{server ? [server.name, server.description, server.url].filter(Boolean).join('\n') : EMPTY}</dd>
          </div>
        </dl>
      </section>
    </BesideTheme>
  )
}
