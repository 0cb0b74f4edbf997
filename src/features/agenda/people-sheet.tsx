import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { normalise } from '../../../schemas/search.ts'
import { useSession } from '../../data/session/session.tsx'
import { agendaText as text } from '../../text/agenda.ts'
import { Sheet } from '../../ui/page/sheet.tsx'
import type { AgendaPeople } from './agenda-people.ts'
import classes from './agenda-screen.module.css'

interface PeopleSheetProps {
  people: AgendaPeople
  /** null: only me, or my team in the view with a column for each person. */
  onChange: (ids: string[] | null) => void
  onClose: () => void
}

/** The person filter: whose appointments are shown (CAL-06). It applies at once; the address keeps it. */
export function PeopleSheet({ people, onChange, onClose }: PeopleSheetProps) {
  const { account } = useSession()
  const [search, setSearch] = useState('')
  const wanted = normalise(search)
  const found = people.all.filter((person) => normalise(person.name).includes(wanted))
  const shown = people.shown.map((person) => person.id)
  return (
    <Sheet opened onClose={onClose} title={text.peopleTitle} size="sm">
      <Stack gap="sm">
        <TextInput
          size="md"
          aria-label={text.peopleSearch}
          placeholder={text.peopleSearch}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Checkbox.Group
          aria-label={text.persons}
          value={shown}
          // An agenda of nobody would be an empty page: the last person cannot be removed.
          onChange={(ids) => ids.length > 0 && onChange(ids)}
        >
          <div className={classes.persons}>
            {found.map((person) => (
              <Checkbox
                key={person.id}
                className={classes.person ?? ''}
                size="md"
                value={person.id}
                label={person.id === account.id ? text.me(person.name) : person.name}
              />
            ))}
            {found.length === 0 ? <Text c="dimmed">{text.peopleNone}</Text> : null}
          </div>
        </Checkbox.Group>
        <Button variant="default" size="md" onClick={() => onChange([account.id])}>
          {text.onlyMe}
        </Button>
      </Stack>
    </Sheet>
  )
}
