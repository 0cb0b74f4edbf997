import { createMemoryHistory } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { isSlug } from '../../schemas/rules/short-links.ts'
import { createAppRouter } from './router.tsx'

const segments = Object.keys(createAppRouter(createMemoryHistory()).routesByPath).map(
  (path) => path.split('/')[1] ?? '',
)
const pages = [...new Set(segments)].filter((segment) => segment !== '' && !segment.startsWith('$'))

it.each(pages)('[SEC] no short link takes the place of the page « /%s »', (page) => {
  expect(isSlug(page)).toBe(false)
})

it('[SEC] looks at the pages that are opened by a secret link', () => {
  expect(pages).toEqual(expect.arrayContaining(['coordonnees', 'rdv', 'devis', 'password']))
})
