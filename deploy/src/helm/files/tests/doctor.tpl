{{- /* `helm test` runs `rek doctor` against the API and the broker. */}}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: doctor
  namespace: {{ .Release.Namespace | toJson }}
  annotations: { helm.sh/hook: test, helm.sh/hook-weight: '-1', helm.sh/hook-delete-policy: before-hook-creation }
spec:
  podSelector: { matchLabels: { app: doctor } }
  policyTypes: [Egress]
  egress:
    - to: [{ podSelector: { matchLabels: { app: api-gateway } } }]
      ports: [{ protocol: TCP, port: 8080 }]
---
apiVersion: v1
kind: Pod
metadata:
  name: doctor
  namespace: {{ .Release.Namespace | toJson }}
  # As a service, so that it reaches the broker.
  labels: { app: doctor, estate/kind: service, app.kubernetes.io/name: doctor, app.kubernetes.io/part-of: estate }
  annotations: { helm.sh/hook: test, helm.sh/hook-delete-policy: before-hook-creation }
spec:
  restartPolicy: Never
  automountServiceAccountToken: false
  enableServiceLinks: false
  {{- with .Values.images.pullSecrets }}
  imagePullSecrets:
    {{- range . }}
    - name: {{ . | toJson }}
    {{- end }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    seccompProfile: { type: RuntimeDefault }
  containers:
    - name: rek
      image: {{ printf "%s/rek:%s" .Values.images.registry .Values.images.tag | toJson }}
      imagePullPolicy: {{ .Values.images.pullPolicy | toJson }}
      args: [bin/main.js, doctor]
      env:
        - name: REK_URL
          value: http://api-gateway:8080
        - name: OPERATOR_TOKEN
          valueFrom:
            secretKeyRef:
              name: {{ index .Values.secretNames "api-gateway-secrets" | default "api-gateway-secrets" | toJson }}
              key: OPERATOR_TOKEN
        # Without it, the broker is not checked.
        - name: NATS_URL
          valueFrom: { secretKeyRef: { name: operator-secrets, key: NATS_URL, optional: true } }
        {{- with (.Values.network).authorities }}
        - name: NODE_EXTRA_CA_CERTS
          value: /authorities/ca.crt
      volumeMounts:
        - { name: authorities, mountPath: /authorities, readOnly: true }
        {{- end }}
      resources:
        requests: { cpu: 50m, memory: 128Mi }
        limits: { memory: 256Mi }
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
  {{- with (.Values.network).authorities }}
  volumes:
    - name: authorities
      secret: { secretName: {{ . | toJson }}, items: [{ key: ca.crt, path: ca.crt }] }
  {{- end }}
