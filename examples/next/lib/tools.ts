import { setTimeout as wait } from 'node:timers/promises';
import { tool } from 'ai';
import { z } from 'zod';

export const tools = {
  search_flights: tool({
    description: 'Searches flights. Takes a while.',
    inputSchema: z.object({ to: z.string() }),
    execute: async ({ to }, { abortSignal }) => {
      await wait(8000, undefined, abortSignal && { signal: abortSignal });
      return `Two flights to ${to}: at 9:00 and at 17:30.`;
    },
  }),

  write_itinerary: tool({
    description: 'Writes the itinerary of a journey down.',
    inputSchema: z.object({ text: z.string() }),
    execute: async ({ text }) => `Saved ${text.split(' ').length} words.`,
  }),

  // Without `execute` the page gives the output: the user picks a seat there.
  pick_seat: tool({
    description: 'Lets the user pick a seat.',
    inputSchema: z.object({ seats: z.array(z.string()) }),
    outputSchema: z.string(),
  }),

  // The route asks the user before it runs.
  book_flight: tool({
    description: 'Books a flight.',
    inputSchema: z.object({ flight: z.string(), price: z.string() }),
    execute: async ({ flight }) => `Booked: ${flight}.`,
  }),
};
