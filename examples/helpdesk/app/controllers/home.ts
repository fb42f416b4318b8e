import { redirect, route } from 'tenon'

/** The first page is the list of the user's teams. */
export const show = () => redirect(route('teams.index'))
