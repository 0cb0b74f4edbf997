import '@mantine/core/styles.css'
import { Button, MantineProvider, PasswordInput, TextInput } from '@mantine/core'
import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'

/** The least that a login page of these two libraries can weigh. */
const rootRoute = createRootRoute({ component: Outlet })
const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: () => (
    <form>
      <TextInput label="Mail" />
      <PasswordInput label="Mot de passe" />
      <Button type="submit">Se connecter</Button>
    </form>
  ),
})
const router = createRouter({ routeTree: rootRoute.addChildren([home]) })

const element = document.getElementById('root')
if (element) {
  createRoot(element).render(
    <MantineProvider>
      <RouterProvider router={router as never} />
    </MantineProvider>,
  )
}
