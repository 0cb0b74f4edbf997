import { TextInput } from '@mantine/core'
import { companiesText as text } from '../../../text/admin/companies.ts'

interface Webservice {
  name: string
  description: string
  url?: string
}

const asWebservice = (value: unknown): Webservice =>
  typeof value === 'object' && value !== null ? (value as Webservice) : { name: '', description: '' }

/** WEBSERVICE_SERVER: the access to the company's older system, or none when the three fields are empty. */
export function WebserviceFields({
  value,
  onChange,
  error,
}: {
  value: unknown
  onChange: (value: unknown) => void
  error?: string | undefined
}) {
  const current = asWebservice(value)
  const change = (patch: Partial<Webservice>): void => {
    const { url = '', ...words } = { ...current, ...patch }
    const empty = words.name === '' && words.description === '' && url === ''
    onChange(empty ? '' : { ...words, ...(url === '' ? {} : { url }) })
  }
  return (
    <>
      <TextInput
        size="md"
        label={text.webserviceName}
        autoComplete="off"
        value={current.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextInput
        size="md"
        label={text.webserviceUrl}
        type="url"
        inputMode="url"
        autoComplete="off"
        value={current.url ?? ''}
        error={error}
        onChange={(event) => change({ url: event.currentTarget.value })}
      />
      <TextInput
        size="md"
        label={text.webserviceDescription}
        autoComplete="off"
        value={current.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
    </>
  )
}
