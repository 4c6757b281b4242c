import { RouterProvider } from 'react-router';
import { draw } from '../app/draw.tsx';
import { OperatorGate } from './operator-gate.tsx';
import { router } from './router.tsx';

draw(
  <OperatorGate>
    <RouterProvider router={router} />
  </OperatorGate>,
);
