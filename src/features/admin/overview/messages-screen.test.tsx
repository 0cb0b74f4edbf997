// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { theme } from '../../../ui/theme.ts'
import { MessagesScreen } from './messages-screen.tsx'

const fake = vi.hoisted(() => ({
  query: {} as Record<string, string>,
  write: vi.fn(),
  said: [] as string[],
  agrees: true,
}))
vi.mock('../../../ui/navigation/use-query.ts', () => ({ useQuery: () => [fake.query, () => undefined] }))
vi.mock('../companies/company-select.tsx', () => ({ CompanySelect: () => null }))
vi.mock('../companies/use-company-choice.ts', async (original) => ({
  ...(await original<object>()),
  useCompanyChoice: () => ({ companies: { state: 'ready', data: [] }, chosen: 'c1', choose: () => undefined }),
}))
vi.mock('../online/admin-api.ts', () => ({
  adminApi: { list: async () => ({ data: [], total: 0 }), write: fake.write },
}))
vi.mock('../../../ui/notices/notices.tsx', () => ({
  notices: {
    confirm: async () => fake.agrees,
    success: (text: string) => fake.said.push(text),
    failure: () => undefined,
  },
}))

const show = () =>
  render(
    <MantineProvider theme={theme} env="test">
      <MessagesScreen />
    </MantineProvider>,
  )

beforeEach(() => {
  fake.write.mockReset()
  fake.write.mockResolvedValue({ count: 3 })
  fake.said = []
})

it('[API-13] among the failed ones, all of a channel are sent again', async () => {
  fake.query = { etat: 'failed' }
  show()
  const button = await screen.findByRole('button', { name: 'Renvoyer les SMS en échec' })
  fake.agrees = false
  await userEvent.click(button)
  expect(fake.write).not.toHaveBeenCalled()
  fake.agrees = true
  await userEvent.click(button)
  expect(fake.write.mock.calls).toMatchObject([
    ['POST', '/admin/messages/retry', { body: { channel: 'sms' }, query: { company_id: 'c1' } }],
  ])
  expect(fake.said).toEqual(['3 messages remis en file'])
})

it('[API-13] among all of them it is not proposed', async () => {
  fake.query = {}
  show()
  expect(await screen.findByText('Aucun message.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /en échec/ })).toBeNull()
})
