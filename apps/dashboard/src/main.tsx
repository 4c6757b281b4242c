import { RouterProvider } from 'react-router';
import { draw } from './app/draw.tsx';
import { router } from './app/router.tsx';
import { SessionGate } from './app/session-gate.tsx';

draw(
  <SessionGate>
    <RouterProvider router={router} />
  </SessionGate>,
);
