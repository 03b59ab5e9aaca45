"""Runs one of Kibitzer's networks in MLServer, by ONNX Runtime."""

import onnxruntime
from mlserver import MLModel
from mlserver.codecs import NumpyCodec
from mlserver.types import InferenceRequest, InferenceResponse, MetadataTensor


class OnnxModel(MLModel):
    async def load(self) -> bool:
        self._session = onnxruntime.InferenceSession(self.settings.parameters.uri, providers=["CPUExecutionProvider"])
        self.inputs = [tensor(one) for one in self._session.get_inputs()]
        self.outputs = [tensor(one) for one in self._session.get_outputs()]
        return True

    async def predict(self, payload: InferenceRequest) -> InferenceResponse:
        given = {one.name: NumpyCodec.decode_input(one) for one in payload.inputs}
        found = self._session.run(None, given)
        outputs = [NumpyCodec.encode_output(about.name, array) for about, array in zip(self.outputs, found)]
        return InferenceResponse(model_name=self.name, model_version=self.version, outputs=outputs)


def tensor(about) -> MetadataTensor:
    shape = [size if isinstance(size, int) else -1 for size in about.shape]
    return MetadataTensor(name=about.name, datatype="FP32", shape=shape)
