import { redirect, route } from 'tenon'

/** The teams of the user are the first page. */
export const show = () => redirect(route('teams.index'))
